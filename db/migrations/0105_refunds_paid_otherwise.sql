-- A refund that Razorpay could not make, and that the shop paid in another way: how, on which day, under which reference, and
-- which owner says so. Empty of all others.
alter table refunds
  add column paid_by text,
  add column paid_on date,
  add column paid_reference text not null default '',
  add column closed_by bigint;
alter table refunds add constraint refunds_paid_by_check check (paid_by in ('bank-transfer', 'upi', 'cash')) not valid;
alter table refunds validate constraint refunds_paid_by_check;
alter table refunds add constraint refunds_paid_on_check
  check ((paid_by is null) = (paid_on is null) and (paid_by is null) = (closed_by is null)) not valid;
alter table refunds validate constraint refunds_paid_on_check;
alter table refunds add constraint refunds_paid_reference_check check (length(paid_reference) <= 60) not valid;
alter table refunds validate constraint refunds_paid_reference_check;
alter table refunds add constraint refunds_closed_by foreign key (closed_by) references staff (id) not valid;
alter table refunds validate constraint refunds_closed_by;
