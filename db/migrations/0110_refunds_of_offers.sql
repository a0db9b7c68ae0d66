-- What of an offer's takings went back to readers, on the day on which their orders were paid. A refund that failed counts only
-- where the shop paid it in another way.
alter table offer_days add column refunded_paise bigint not null default 0;

-- What of a refund went back, or is about to.
create function refund_given(refund refunds) returns bigint language sql immutable as $$
  select case when refund.state <> 'failed' or refund.paid_by is not null then refund.amount_paise else 0 end
$$;

create function count_refunds_of_offers() returns trigger language plpgsql as $$
declare
  more bigint := refund_given(new) - case when tg_op = 'UPDATE' then refund_given(old) else 0 end;
  counted record;
begin
  if more = 0 then return null; end if;
  -- Rows are locked in the order in which `count_offers_of_order` locks them.
  for counted in
    select distinct d.kind, d.source, (o.paid_at at time zone 'Asia/Kolkata')::date as day
    from payments p join orders o on o.id = p.order_id join order_discounts d on d.order_id = o.id
    where p.id = new.payment_id and p.settles and o.paid_at is not null order by 1, 2
  loop
    update offer_days k set refunded_paise = k.refunded_paise + more
    where k.kind = counted.kind and k.source = counted.source and k.day = counted.day;
  end loop;
  return null;
end
$$;
-- At the end of the transaction, as those of `orders`: they fire in the order of what was done, so the row of the day is there.
create constraint trigger refunds_count_for_offers after insert or update of state, amount_paise, paid_by on refunds
  deferrable initially deferred for each row execute function count_refunds_of_offers();

-- What went back goes with its order to another day.
create or replace function count_offers_of_order() returns trigger language plpgsql as $$
declare
  was orders := case when tg_op = 'UPDATE' then old end;
  moved bigint := case when was.paid_at is not null and new.paid_at is not null then (
    select coalesce(sum(refund_given(r)), 0) from refunds r join payments p on p.id = r.payment_id and p.settles
    where p.order_id = new.id) else 0 end;
  -- Once taken off, once added.
  counted record;
begin
  for counted in
    select o.* from (values (was.paid_at, -1, was.total_paise), (new.paid_at, 1, new.total_paise)) o (at, times, total)
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

-- No refund is made between: the trigger's lock is held until this ends.
update offer_days k set refunded_paise = back.paise
from (
  select d.kind, d.source, (o.paid_at at time zone 'Asia/Kolkata')::date as day, sum(given.paise) as paise
  from (
    select p.order_id, sum(refund_given(r)) as paise from refunds r join payments p on p.id = r.payment_id and p.settles
    group by p.order_id) given
    join orders o on o.id = given.order_id
    join (select distinct order_id, kind, source from order_discounts) d on d.order_id = o.id
  where o.paid_at is not null group by 1, 2, 3) back
where k.kind = back.kind and k.source = back.source and k.day = back.day;
