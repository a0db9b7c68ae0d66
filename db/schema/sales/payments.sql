-- Payments and refunds at payment providers, and their webhooks.

-- The provider's counterpart of an order: one attempt to pay it.
create table payment_attempts (
  -- The provider's id, such as Razorpay's `order_...`.
  id text primary key,
  provider text not null default 'razorpay',
  order_id bigint not null references orders (id),
  receipt text not null,
  amount_paise bigint not null,
  status text not null check (length(status) between 1 and 40),
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create index payment_attempts_order on payment_attempts (order_id);
-- Unreported payments are polled for every few seconds.
create index payment_attempts_open on payment_attempts (created_at) where status <> 'paid';

create table payments (
  -- The provider's id, such as Razorpay's `pay_...`.
  id text primary key,
  provider text not null default 'razorpay',
  -- Null for a payment on delivery, by bank transfer or at the counter, which no provider knows.
  attempt_id text references payment_attempts (id),
  order_id bigint not null references orders (id),
  amount_paise bigint not null check (amount_paise >= 0),
  currency text not null,
  -- Of a payment on delivery: `due` until the carrier has paid it to the shop, then `captured`; `replaced` if the
  -- reader paid online after all; `void` if the order ended before the carrier had collected it. Of an
  -- order on credit: `due` until its bank transfers are complete.
  status text not null check (length(status) between 1 and 40),
  method text not null default '',
  card_network text not null default '',
  card_last4 text not null default '' check (card_last4 ~ '^([0-9]{4})?$'),
  refunded_paise bigint not null default 0,
  error_reason text not null default '',
  error_description text not null default '',
  -- Whether this payment paid the order, or is to pay it on delivery.
  settles boolean not null default false,
  -- SHA-256 of the provider's response to the shop's own query: the evidence on which an order was marked paid.
  evidence_sha256 text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The UPI handle, with only its first letters visible. It is not stored again after it was erased.
  upi_handle text not null default '' check (length(upi_handle) <= 100),
  forgotten_at timestamptz,
  check (refunded_paise between 0 and amount_paise),
  constraint payments_settling_check check (not settles or currency = 'INR' and (status in ('captured', 'refunded')
    or status in ('due', 'void') and provider in ('on-delivery', 'bank-transfer'))),
  constraint payments_attempt_check check (attempt_id is not null or provider in ('on-delivery', 'bank-transfer', 'counter')),
  constraint payments_forgotten check (forgotten_at is null or card_network = '' and card_last4 = '' and upi_handle = '')
);
create unique index payments_one_settles_an_order on payments (order_id) where settles;
create index payments_attempt on payments (attempt_id);
-- Payments without a settlement, by day.
create index payments_by_day on payments (created_at);
create index payments_order on payments (order_id);
-- What carriers owe.
create index payments_due on payments (order_id) where status = 'due';

create function payments_stay_with_their_order() returns trigger language plpgsql as $$
begin
  if new.order_id <> old.order_id or new.attempt_id is distinct from old.attempt_id then
    raise exception 'payment % belongs to order %', old.id, old.order_id;
  end if;
  return new;
end
$$;
comment on function payments_stay_with_their_order() is 'Rejects a payment that would move to another order or attempt.';
create trigger payments_stay before update on payments for each row execute function payments_stay_with_their_order();

create table refunds (
  id bigint generated always as identity primary key,
  payment_id text not null references payments (id),
  order_id bigint not null references orders (id),
  amount_paise bigint not null check (amount_paise > 0),
  -- `elsewhere`: made on the provider's dashboard; `mismatch` and `duplicate`: a payment that could not be accepted.
  reason text not null
    check (reason in ('cancelled', 'returned', 'bookseller', 'sold-out', 'duplicate', 'mismatch', 'elsewhere')),
  note text not null default '',
  -- Copies refunded, as [{"position": 0, "quantity": 1}]; empty for money only.
  copies jsonb not null default '[]',
  -- `rf_...`, sent with every attempt: the provider refunds once.
  idempotency_key text not null unique check (idempotency_key ~ '^[A-Za-z0-9_-]{10,40}$'),
  -- The provider's id, such as Razorpay's `rfnd_...`.
  provider_refund_id text,
  -- The old name of `provider_refund_id`, for processes of the previous version.
  razorpay_refund_id text unique,
  state text not null check (state in ('requested', 'pending', 'processed', 'failed')),
  tries integer not null default 0,
  last_error text not null default '',
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Rejections by the provider. A timeout is no rejection.
  refusals integer not null default 0 check (refusals >= 0),
  -- The member of staff who made the refund within their own limit; otherwise null.
  given_by bigint constraint refunds_given_by references staff (id),
  -- A failed refund that the shop paid in another way: method, day, reference, and the owner who confirmed it.
  paid_by text check (paid_by in ('bank-transfer', 'upi', 'cash')),
  paid_on date,
  paid_reference text not null default '' check (length(paid_reference) <= 60),
  closed_by bigint constraint refunds_closed_by references staff (id),
  -- The order line whose price the refund lowers without a return; null for a refund of copies, or of the whole order.
  line_position integer,
  constraint refunds_paid_on_check check ((paid_by is null) = (paid_on is null) and (paid_by is null) = (closed_by is null))
);
create unique index refunds_provider_refund_id on refunds (provider_refund_id);
create index refunds_order on refunds (order_id);
create index refunds_payment on refunds (payment_id);
create index refunds_due on refunds (due_at) where state in ('requested', 'pending');
create index refunds_failed on refunds (payment_id, id) where state = 'failed';
create index refunds_by_day on refunds (created_at);
create index refunds_by_giver on refunds (given_by, created_at) where given_by is not null;

create function refunds_keep_both_names() returns trigger language plpgsql as $$
begin
  new.provider_refund_id := coalesce(new.provider_refund_id, new.razorpay_refund_id);
  new.razorpay_refund_id := new.provider_refund_id;
  return new;
end
$$;
comment on function refunds_keep_both_names() is 'Keeps provider_refund_id and its old name razorpay_refund_id equal.';
create trigger refunds_keep_both_names before insert or update of provider_refund_id, razorpay_refund_id on refunds
  for each row execute function refunds_keep_both_names();

create function count_refunds_of_offers() returns trigger language plpgsql as $$
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
comment on function count_refunds_of_offers() is
  'Adds the refund to the sums of the order''s offers in offer_days, at the end of the transaction.';
-- Deferred like those of `orders`: they fire in order, so the row of the day exists.
create constraint trigger refunds_count_for_offers after insert or update of state, amount_paise, paid_by on refunds
  deferrable initially deferred for each row execute function count_refunds_of_offers();

create table webhook_events (
  id bigint generated always as identity primary key,
  -- The provider's header, which its signature does not cover: for information only.
  event_id text not null,
  provider text not null default 'razorpay',
  -- The signature covers the body, so the body identifies an event.
  body_sha256 text not null unique,
  type text not null,
  provider_order_id text,
  -- The old name of `provider_order_id`, for processes of the previous version.
  razorpay_order_id text,
  body text not null,
  state text not null check (state in ('received', 'done', 'quarantined', 'dead')),
  tries integer not null default 0,
  last_error text not null default '',
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  -- When a quarantined or dead event was dismissed at the desk.
  seen_at timestamptz,
  constraint webhook_events_forgotten check (state <> 'done' or body = '')
);
create index webhook_events_of_provider on webhook_events (provider, id);
create index webhook_events_waiting on webhook_events (id) where state = 'received';
create index webhook_events_aside on webhook_events (received_at)
  where state in ('quarantined', 'dead') and seen_at is null;

create function webhook_events_keep_both_names() returns trigger language plpgsql as $$
begin
  new.provider_order_id := coalesce(new.provider_order_id, new.razorpay_order_id);
  new.razorpay_order_id := new.provider_order_id;
  return new;
end
$$;
comment on function webhook_events_keep_both_names() is 'Keeps provider_order_id and its old name razorpay_order_id equal.';
create trigger webhook_events_keep_both_names before insert on webhook_events
  for each row execute function webhook_events_keep_both_names();

-- The amount that a refund pays back, now or later; 0 if it failed, unless the shop paid it in another way.
create function refund_given(refund refunds) returns bigint language sql immutable as $$
  select case when refund.state <> 'failed' or refund.paid_by is not null then refund.amount_paise else 0 end
$$;

-- A change of `confirmed_at` moves the order, with its refunds, to another day.
create function count_offers_of_order() returns trigger language plpgsql as $$
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
comment on function count_offers_of_order() is
  'Adds the order to, or takes it out of, the sums of its offers in offer_days, at the end of the transaction.';
-- Deferred, so that payments of orders with the same code do not wait for each other.
create constraint trigger orders_paid_count_for_offers after insert on orders deferrable initially deferred
  for each row when (new.confirmed_at is not null) execute function count_offers_of_order();
create constraint trigger orders_count_for_offers after update of paid_at, confirmed_at, total_paise on orders deferrable initially deferred
  for each row when (old.confirmed_at is distinct from new.confirmed_at or new.confirmed_at is not null and old.total_paise <> new.total_paise)
  execute function count_offers_of_order();

create function void_due_payment() returns trigger language plpgsql as $$
begin
  update payments set status = 'void', updated_at = new.updated_at where order_id = new.id and status = 'due';
  return null;
end
$$;
comment on function void_due_payment() is 'Makes the payment on delivery or on credit of an order void that was cancelled or came back unpaid.';
create trigger orders_void_payments after update on orders for each row
  when (old.payment_state in ('on_delivery', 'owed') and new.payment_state = 'none') execute function void_due_payment();
