-- Orders that may lack a bill or a credit note: whoever issues them need not look through all orders. Written when an order is
-- paid and when a refund is made, taken off when the order has all of its documents.
create table documents_due (
  order_id bigint constraint documents_due_pkey primary key constraint documents_due_order references orders (id),
  -- Goes up with each reason to look, so that what comes about while documents are issued is not taken off with them.
  reasons integer not null default 1
);

create function documents_fall_due() returns trigger language plpgsql as $$
declare
  paid bigint;
begin
  if tg_table_name = 'orders' then
    paid := new.id;
  else
    paid := new.order_id;
  end if;
  insert into documents_due as d (order_id) values (paid) on conflict (order_id) do update set reasons = d.reasons + 1;
  return null;
end
$$;
create trigger orders_paid_need_a_bill after insert on orders
  for each row when (new.paid_at is not null) execute function documents_fall_due();
create trigger orders_need_a_bill after update of paid_at on orders
  for each row when (old.paid_at is null and new.paid_at is not null) execute function documents_fall_due();
create trigger refunds_need_a_credit_note after insert or update of state on refunds
  for each row when (new.state = 'processed') execute function documents_fall_due();

-- No order is paid between: the triggers' locks are held until this ends.
insert into documents_due (order_id)
  select o.id from orders o
    where o.paid_at is not null and not exists (select from documents d where d.order_id = o.id and d.kind = 'bill')
  union
  select r.order_id from refunds r
    where r.state = 'processed' and not exists (select from documents d where d.refund_id = r.id);

-- Parcels that came on a day: whom to ask for a review.
create index order_events_delivered on order_events (created_at, order_id) where to_state = 'delivered';
