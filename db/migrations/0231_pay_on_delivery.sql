-- An order may be paid on delivery: the carrier collects the money and pays it to the shop later. No order is until an owner
-- offers it, which a process of the previous version does not know.
alter table orders
  add column payment_method text not null default 'online' check (payment_method in ('online', 'on_delivery')),
  drop constraint orders_state_check,
  add constraint orders_state_check check (state in ('pending_payment', 'to_confirm', 'paid', 'to_pack', 'shipped', 'delivered', 'returned', 'expired', 'superseded',
      'cancelled', 'refund_pending', 'refunded')) not valid,
  drop constraint orders_network_is_forgotten,
  add constraint orders_network_is_forgotten check (network is null or state in ('pending_payment', 'to_confirm')) not valid,
  drop constraint orders_states_check,
  add constraint orders_states_check check (coalesce(payment_state || ' ' || fulfilment_state, '') in (
    'awaited held',
    'none expired', 'none superseded', 'none cancelled', 'none returned',
    'on_delivery held', 'on_delivery to_pack', 'on_delivery shipped', 'collected delivered',
    'paid to_pack', 'paid shipped', 'paid delivered', 'paid cancelled',
    'refund_pending shipped', 'refund_pending delivered', 'refund_pending returned', 'refund_pending cancelled',
    'refund_pending expired', 'refund_pending superseded',
    'refunded shipped', 'refunded delivered', 'refunded returned', 'refunded cancelled', 'refunded expired',
    'refunded superseded')) not valid;

create or replace function order_state_of(payment text, fulfilment text) returns text language sql immutable as $$
  select case
    when payment in ('refund_pending', 'refunded') then payment
    when fulfilment = 'held' then case payment when 'on_delivery' then 'to_confirm' else 'pending_payment' end
    when fulfilment = 'to_pack' and payment <> 'on_delivery' then 'paid'
    else fulfilment end
$$;

create or replace function split_order_state(state text, payment text, fulfilment text) returns text[] language sql immutable as $$
  select case state
    when 'pending_payment' then array['awaited', 'held']
    when 'to_confirm' then array['on_delivery', 'held']
    when 'paid' then array['paid', 'to_pack']
    when 'shipped' then array[coalesce(payment, 'paid'), state]
    when 'delivered' then array[coalesce(payment, 'paid'), state]
    when 'cancelled' then array[case payment when 'paid' then payment else 'none' end, state]
    when 'expired' then array['none', state]
    when 'superseded' then array['none', state]
    -- Refunded: what was not sent stays in the shop.
    else array[state, case when fulfilment in ('held', 'to_pack') then 'cancelled' else coalesce(fulfilment, 'cancelled') end] end
$$;

create or replace function orders_move_forward() returns trigger language plpgsql as $$
declare
  was text[] := array[null, null];
  split text[];
begin
  if tg_op = 'UPDATE' then
    was := case when old.payment_state is null then states_of_old_order(old)
      else array[old.payment_state, old.fulfilment_state] end;
  end if;
  if new.payment_state is null or tg_op = 'UPDATE' and new.state <> old.state
      and (new.payment_state, new.fulfilment_state) is not distinct from (old.payment_state, old.fulfilment_state) then
    split := split_order_state(new.state, was[1], was[2]);
    new.payment_state := split[1];
    new.fulfilment_state := split[2];
  end if;
  new.state := order_state_of(new.payment_state, new.fulfilment_state);
  new.confirmed_at := coalesce(new.confirmed_at, new.paid_at);
  if tg_op = 'INSERT' or old.payment_state is null and new.state = old.state then return new; end if;
  if was[1] <> new.payment_state and was[1] || ' ' || new.payment_state not in (
    'awaited paid', 'awaited none', 'none paid', 'none refund_pending', 'on_delivery paid', 'on_delivery collected',
    'on_delivery none', 'collected paid', 'collected on_delivery', 'collected refund_pending', 'paid refund_pending',
    'refund_pending refunded'
  ) or was[2] <> new.fulfilment_state and was[2] || ' ' || new.fulfilment_state not in (
    'held to_pack', 'held expired', 'held superseded', 'held cancelled', 'expired to_pack', 'superseded to_pack',
    'to_pack shipped', 'to_pack cancelled', 'shipped delivered', 'shipped returned', 'delivered shipped'
  ) or was[1] <> 'paid' and new.payment_state = 'paid'
      and not (new.fulfilment_state = 'to_pack' or was[1] = 'collected' and new.fulfilment_state = 'delivered') then
    raise exception 'order % cannot go from % to % %', old.number, array_to_string(was, ' '), new.payment_state,
      new.fulfilment_state;
  end if;
  if old.paid_at is not null and new.paid_at is null then
    raise exception 'order % was paid and stays so', old.number;
  end if;
  return new;
end
$$;

alter table order_discounts drop constraint order_discounts_kind_check,
  add constraint order_discounts_kind_check check (kind in ('promotion', 'bundle', 'rounding')) not valid;

alter table payments alter column attempt_id drop not null,
  drop constraint payments_check1,
  add constraint payments_settling_check check (not settles or currency = 'INR' and (status in ('captured', 'refunded')
    or status = 'due' and provider = 'on-delivery')) not valid,
  add constraint payments_attempt_check check (attempt_id is not null or provider = 'on-delivery') not valid;

create or replace function payments_stay_with_their_order() returns trigger language plpgsql as $$
begin
  if new.order_id <> old.order_id or new.attempt_id is distinct from old.attempt_id then
    raise exception 'payment % belongs to order %', old.id, old.order_id;
  end if;
  return new;
end
$$;

create or replace function count_refunds_of_offers() returns trigger language plpgsql as $$
declare
  more bigint := refund_given(new) - case when tg_op = 'UPDATE' then refund_given(old) else 0 end;
  counted record;
begin
  if more = 0 then return null; end if;
  -- Rows are locked in the order in which `count_offers_of_order` locks them.
  for counted in
    select distinct d.kind, d.source, (o.confirmed_at at time zone 'Asia/Kolkata')::date as day
    from payments p join orders o on o.id = p.order_id join order_discounts d on d.order_id = o.id and d.kind <> 'rounding'
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
    from order_discounts d where d.order_id = new.id and d.kind <> 'rounding' group by d.kind, d.source order by d.kind, d.source
    on conflict (kind, source, day) do update set label = excluded.label, orders = known.orders + excluded.orders,
      discount_paise = known.discount_paise + excluded.discount_paise, takings_paise = known.takings_paise + excluded.takings_paise,
      refunded_paise = known.refunded_paise + excluded.refunded_paise;
  end loop;
  return null;
end
$$;
