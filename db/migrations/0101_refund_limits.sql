-- Who gave the money back on their own authority, within the limits of whoever is no owner; null for all other refunds.
alter table refunds add column given_by bigint;
alter table refunds add constraint refunds_given_by foreign key (given_by) references staff (id) not valid;
alter table refunds validate constraint refunds_given_by;
-- What is done when an owner approves, beside the answer to a return: see `WaitingAct` in shop/approvals. Null for a plain refund.
alter table refund_requests add column act jsonb;
