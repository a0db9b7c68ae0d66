-- Sales are counted, billed and dated when they are confirmed. After 0221, whose rows must not be counted again.
drop trigger orders_dated on orders;
create or replace function order_dated() returns trigger language plpgsql as $$
begin
  -- After a failover the clock may be behind, as another machine has it: by less than an hour, what changes comes last all the same.
  new.changed_at := greatest(clock_timestamp(), (
    select coalesce(changed_at, updated_at) + interval '1 microsecond' from orders
    where confirmed_at is not null and coalesce(changed_at, updated_at) < now() + interval '1 hour'
    order by coalesce(changed_at, updated_at) desc limit 1));
  return new;
end
$$;
comment on function order_dated() is 'Sets changed_at by the database''s clock.';
create trigger orders_sold_dated before insert or update of updated_at on orders
  for each row when (new.confirmed_at is not null) execute function order_dated();

create or replace trigger orders_paid_need_a_bill after insert on orders
  for each row when (new.confirmed_at is not null) execute function documents_fall_due();
create or replace trigger orders_need_a_bill after update of paid_at, confirmed_at on orders
  for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function documents_fall_due();

create or replace function count_refunds_of_offers() returns trigger language plpgsql as $$
declare
  more bigint := refund_given(new) - case when tg_op = 'UPDATE' then refund_given(old) else 0 end;
  counted record;
begin
  if more = 0 then return null; end if;
  -- Rows are locked in the order in which `count_offers_of_order` locks them.
  for counted in
    select distinct d.kind, d.source, (o.confirmed_at at time zone 'Asia/Kolkata')::date as day
    from payments p join orders o on o.id = p.order_id join order_discounts d on d.order_id = o.id
    where p.id = new.payment_id and p.settles and o.confirmed_at is not null order by 1, 2
  loop
    update offer_days k set refunded_paise = k.refunded_paise + more
    where k.kind = counted.kind and k.source = counted.source and k.day = counted.day;
  end loop;
  return null;
end
$$;

drop trigger orders_paid_count_for_offers on orders;
drop trigger orders_count_for_offers on orders;
-- A change of `confirmed_at` moves the order, with its refunds, to another day.
create or replace function count_offers_of_order() returns trigger language plpgsql as $$
declare
  was orders := case when tg_op = 'UPDATE' then old end;
  moved bigint := case when was.confirmed_at is not null and new.confirmed_at is not null then (
    select coalesce(sum(refund_given(r)), 0) from refunds r join payments p on p.id = r.payment_id and p.settles
    where p.order_id = new.id) else 0 end;
  -- Once taken off, once added.
  counted record;
begin
  for counted in
    select o.* from (values (was.confirmed_at, -1, was.total_paise), (new.confirmed_at, 1, new.total_paise)) o (at, times, total)
    where o.at is not null
  loop
    insert into offer_days as known (kind, source, day, label, orders, discount_paise, takings_paise, refunded_paise)
    select d.kind, d.source, (counted.at at time zone 'Asia/Kolkata')::date, max(d.label), counted.times,
      counted.times * sum(d.amount_paise), counted.times * counted.total, counted.times * moved
    from order_discounts d where d.order_id = new.id group by d.kind, d.source order by d.kind, d.source
    on conflict (kind, source, day) do update set label = excluded.label, orders = known.orders + excluded.orders,
      discount_paise = known.discount_paise + excluded.discount_paise, takings_paise = known.takings_paise + excluded.takings_paise,
      refunded_paise = known.refunded_paise + excluded.refunded_paise;
  end loop;
  return null;
end
$$;
comment on function count_offers_of_order() is
  'Adds the order to, or takes it out of, the sums of its offers in offer_days, at the end of the transaction.';
-- Deferred, so that payments of orders with the same code do not wait for each other.
create constraint trigger orders_paid_count_for_offers after insert on orders deferrable initially deferred
  for each row when (new.confirmed_at is not null) execute function count_offers_of_order();
create constraint trigger orders_count_for_offers after update of paid_at, confirmed_at, total_paise on orders deferrable initially deferred
  for each row when (old.confirmed_at is distinct from new.confirmed_at or new.confirmed_at is not null and old.total_paise <> new.total_paise)
  execute function count_offers_of_order();
