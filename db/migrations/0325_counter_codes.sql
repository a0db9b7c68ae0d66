-- Sales at the counter that wait for the payment of a payment provider's QR code. A process of the previous version makes none.
create table counter_codes (
  order_id bigint primary key references orders (id),
  -- The id of the sale, made by the till's browser. A sale may have several codes, one after the other.
  sale_id uuid not null,
  till text not null references tills (code),
  staff_id bigint not null references staff (id),
  -- By the clock of the till's browser.
  made_at timestamptz not null,
  -- When the provider was last asked to create the code; null while it was not.
  asked_at timestamptz,
  -- When to look for codes that the provider created without its answer reaching the shop; null if none can exist.
  look_at timestamptz
);
create index counter_codes_sale on counter_codes (sale_id);
create index counter_codes_look on counter_codes (look_at) where look_at is not null;

-- Also: a sale at the counter is handed over at once when it is paid.
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
  -- A sale at the counter is handed over once its code is paid.
  if new.payment_method = 'counter' and was = array['awaited', 'held'] and new.payment_state = 'paid'
      and new.fulfilment_state = 'delivered' then
    return new;
  end if;
  if was[1] <> new.payment_state and was[1] || ' ' || new.payment_state not in (
    'awaited paid', 'awaited none', 'none paid', 'none refund_pending', 'on_delivery paid', 'on_delivery collected',
    'on_delivery none', 'collected paid', 'collected on_delivery', 'collected refund_pending', 'awaited owed', 'owed paid',
    'owed none', 'owed refund_pending', 'paid refund_pending', 'refund_pending refunded'
  ) or was[2] <> new.fulfilment_state and was[2] || ' ' || new.fulfilment_state not in (
    'held to_pack', 'held expired', 'held superseded', 'held cancelled', 'expired to_pack', 'superseded to_pack',
    'to_pack shipped', 'to_pack cancelled', 'shipped delivered', 'shipped returned', 'delivered shipped'
  ) or was[1] <> 'paid' and new.payment_state = 'paid'
      and not (new.fulfilment_state = 'to_pack' or was[1] = 'owed' or was[1] = 'collected' and new.fulfilment_state = 'delivered') then
    raise exception 'order % cannot go from % to % %', old.number, array_to_string(was, ' '), new.payment_state,
      new.fulfilment_state;
  end if;
  if old.paid_at is not null and new.paid_at is null then
    raise exception 'order % was paid and stays so', old.number;
  end if;
  return new;
end
$$;
