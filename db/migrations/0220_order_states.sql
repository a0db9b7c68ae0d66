-- The payment and the fulfilment of an order are two states; `state` is the one word for both, and `confirmed_at` says when the
-- order became a sale. A process of the previous version writes `state` and `paid_at` alone, and the trigger writes the rest.
alter table orders add column payment_state text, add column fulfilment_state text, add column confirmed_at timestamptz;

-- The one word that stands for both states of an order.
create function order_state_of(payment text, fulfilment text) returns text language sql immutable as $$
  select case
    when payment in ('refund_pending', 'refunded') then payment
    when fulfilment = 'held' then 'pending_payment'
    when fulfilment = 'to_pack' then 'paid'
    else fulfilment end
$$;

-- The two states of an order whose `state` was written by a process of the previous version; `payment` and `fulfilment`
-- are those before, null for a new order.
create function split_order_state(state text, payment text, fulfilment text) returns text[] language sql immutable as $$
  select case state
    when 'pending_payment' then array['awaited', 'held']
    when 'paid' then array['paid', 'to_pack']
    when 'shipped' then array[coalesce(payment, 'paid'), state]
    when 'delivered' then array[coalesce(payment, 'paid'), state]
    when 'cancelled' then array[case payment when 'paid' then payment else 'none' end, state]
    when 'expired' then array['none', state]
    when 'superseded' then array['none', state]
    -- Refunded: what was not sent stays in the shop.
    else array[state, case when fulfilment in ('held', 'to_pack') then 'cancelled' else coalesce(fulfilment, 'cancelled') end] end
$$;

-- The two states of an order of the previous version. A refunded order keeps where its copies are, which its history knows.
create function states_of_old_order(o orders) returns text[] language sql stable as $$
  select split_order_state(o.state, case when o.paid_at is not null then 'paid' end, (
    select (split_order_state(e.to_state, 'paid', null))[2] from order_events e
    where e.order_id = o.id and e.to_state not in ('refund_pending', 'refunded') order by e.id desc limit 1))
$$;

-- The moves are those of shop/sales/orders/order-state.ts.
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
    'awaited paid', 'awaited none', 'none paid', 'none refund_pending', 'paid refund_pending', 'refund_pending refunded'
  ) or was[2] <> new.fulfilment_state and was[2] || ' ' || new.fulfilment_state not in (
    'held to_pack', 'held expired', 'held superseded', 'held cancelled', 'expired to_pack', 'superseded to_pack',
    'to_pack shipped', 'to_pack cancelled', 'shipped delivered', 'delivered shipped'
  ) or was[1] <> 'paid' and new.payment_state = 'paid' and new.fulfilment_state <> 'to_pack' then
    raise exception 'order % cannot go from % to % %', old.number, array_to_string(was, ' '), new.payment_state,
      new.fulfilment_state;
  end if;
  if old.paid_at is not null and new.paid_at is null then
    raise exception 'order % was paid and stays so', old.number;
  end if;
  return new;
end
$$;
comment on function orders_move_forward() is
  'Sets state from both states of the order, or both from a state alone, and confirmed_at of an order that is confirmed by its payment. Rejects moves that are not in shop/sales/orders/order-state.ts, and a paid order that would become unpaid.';
create or replace trigger orders_forward before insert or update of state, payment_state, fulfilment_state, paid_at on orders
  for each row execute function orders_move_forward();
