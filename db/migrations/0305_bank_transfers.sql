-- The order of a quotation is paid by bank transfers, which staff record, before it is sent or, on credit, after it. None is until
-- then, and a process of the previous version does not know it.
alter table quotations add column credit_days integer check (credit_days between 1 and 180);
alter table orders add column due_on date;

create table bank_transfers (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  -- The bank's number of the transfer, which may pay several orders.
  utr text not null check (utr ~ '^[0-9A-Z]{6,30}$'),
  paid_on date not null,
  amount_paise bigint not null check (amount_paise > 0),
  -- What of it is paid back, because it was too much.
  surplus_paise bigint not null default 0,
  recorded_at timestamptz not null,
  staff_id bigint references staff (id),
  check (surplus_paise between 0 and amount_paise)
);
create unique index bank_transfers_once on bank_transfers (order_id, utr);
create index bank_transfers_newest on bank_transfers (paid_on, id);

alter table payments drop constraint payments_settling_check,
  add constraint payments_settling_check check (not settles or currency = 'INR' and (status in ('captured', 'refunded')
    or status in ('due', 'void') and provider in ('on-delivery', 'bank-transfer'))) not valid,
  drop constraint payments_attempt_check,
  add constraint payments_attempt_check check (attempt_id is not null or provider in ('on-delivery', 'bank-transfer')) not valid;

alter table orders drop constraint orders_states_check,
  add constraint orders_states_check check (coalesce(payment_state || ' ' || fulfilment_state, '') in (
    'awaited held',
    'none expired', 'none superseded', 'none cancelled', 'none returned',
    'on_delivery held', 'on_delivery to_pack', 'on_delivery shipped', 'collected delivered',
    'owed to_pack', 'owed shipped', 'owed delivered',
    'paid to_pack', 'paid shipped', 'paid delivered', 'paid cancelled',
    'refund_pending shipped', 'refund_pending delivered', 'refund_pending returned', 'refund_pending cancelled',
    'refund_pending expired', 'refund_pending superseded',
    'refunded shipped', 'refunded delivered', 'refunded returned', 'refunded cancelled', 'refunded expired',
    'refunded superseded')) not valid;

create or replace function order_state_of(payment text, fulfilment text) returns text language sql immutable as $$
  select case
    when payment in ('refund_pending', 'refunded') then payment
    when fulfilment = 'held' then case payment when 'on_delivery' then 'to_confirm' else 'pending_payment' end
    when fulfilment = 'to_pack' and payment not in ('on_delivery', 'owed') then 'paid'
    else fulfilment end
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

comment on function void_due_payment() is 'Makes the payment on delivery or on credit of an order void that was cancelled or came back unpaid.';
create or replace trigger orders_void_payments after update on orders for each row
  when (old.payment_state in ('on_delivery', 'owed') and new.payment_state = 'none') execute function void_due_payment();
