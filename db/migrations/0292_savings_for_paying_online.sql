-- A saving for paying online. Without the setting, which a process of the previous version does not know, there is none.
alter table orders
  add column online_saving_paise bigint not null default 0 check (online_saving_paise >= 0);

-- The check allows what it allowed before, and more.
alter table order_discounts drop constraint order_discounts_kind_check,
  add constraint order_discounts_kind_check check (kind in ('promotion', 'bundle', 'rounding', 'online')) not valid;

create or replace function count_refunds_of_offers() returns trigger language plpgsql as $$
declare
  more bigint := refund_given(new) - case when tg_op = 'UPDATE' then refund_given(old) else 0 end;
  counted record;
begin
  if more = 0 then return null; end if;
  -- Rows are locked in the order in which `count_offers_of_order` locks them.
  for counted in
    select distinct d.kind, d.source, (o.confirmed_at at time zone 'Asia/Kolkata')::date as day
    from payments p join orders o on o.id = p.order_id join order_discounts d on d.order_id = o.id and d.kind in ('promotion', 'bundle')
    where p.id = new.payment_id and p.settles and o.confirmed_at is not null order by 1, 2
  loop
    update offer_days k set refunded_paise = k.refunded_paise + more
    where k.kind = counted.kind and k.source = counted.source and k.day = counted.day;
  end loop;
  return null;
end
$$;

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
    from order_discounts d where d.order_id = new.id and d.kind in ('promotion', 'bundle') group by d.kind, d.source order by d.kind, d.source
    on conflict (kind, source, day) do update set label = excluded.label, orders = known.orders + excluded.orders,
      discount_paise = known.discount_paise + excluded.discount_paise, takings_paise = known.takings_paise + excluded.takings_paise,
      refunded_paise = known.refunded_paise + excluded.refunded_paise;
  end loop;
  return null;
end
$$;
