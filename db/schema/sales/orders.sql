-- Orders, their lines and discounts, and their history.

create table orders (
  id bigint generated always as identity primary key,
  number text not null unique check (number ~ '^[A-Z]{2,4}-[0-9A-Z]{10}$'),
  cart_id bigint references carts (id) on delete set null,
  -- Idempotency: submitting the same version of a cart again finds this order.
  cart_version integer not null,
  state text not null
    check (state in ('pending_payment', 'to_confirm', 'paid', 'to_pack', 'shipped', 'delivered', 'returned', 'expired', 'superseded',
      'cancelled', 'refund_pending', 'refunded')),
  email text not null,
  name text not null,
  phone text not null,
  address_line1 text not null,
  address_line2 text not null default '',
  city text not null,
  -- ISO 3166-2:IN without the country, such as KA.
  state_code text not null check (state_code ~ '^[A-Z]{2}$'),
  pin text not null,
  currency text not null default 'INR' check (currency = 'INR'),
  subtotal_paise bigint not null check (subtotal_paise >= 0),
  discount_paise bigint not null default 0,
  shipping_paise bigint not null check (shipping_paise >= 0),
  total_paise bigint not null check (total_paise >= 100),
  reserved_until timestamptz not null,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  promotion_code text references promotions (code),
  -- The network from which an unpaid order came, to limit how much stock one network reserves; cleared when the order
  -- is paid or closed.
  network text,
  -- The reader who was signed in, or who signed in later with this cart. An order is never assigned to a reader by
  -- e-mail address.
  reader_id bigint references readers (id) on delete set null,
  -- When the reader deleted the account; items, amounts and state are kept for the shop's accounts.
  erased_at timestamptz,
  -- Promised days of arrival; null for orders older than these columns.
  arrives_from date,
  arrives_by date,
  -- When the order last changed, by the database's clock: the clocks of several processes differ, and a change must not
  -- be dated before the time up to which an API client has read. Null for orders that have not changed since the column
  -- was added; `updated_at` applies to them.
  changed_at timestamptz,
  -- Incremented when the e-mail address is corrected, which invalidates links sent to the old address.
  link_version integer not null default 0,
  -- The words of its bookplates, see `PlateWords`; null for none.
  bookplate jsonb,
  -- The business that it is billed to, see `Business`; null for none.
  business jsonb,
  -- What is known of the money, and where the copies are. `state` is the summary of both, by `order_state_of`.
  payment_state text,
  fulfilment_state text,
  -- Until when an order on credit is to be paid.
  due_on date,
  -- When the order became a sale: `paid_at`, unless it is confirmed before it is paid.
  confirmed_at timestamptz,
  -- `on_delivery`: the carrier collects the money. `transfer`: the order of a quotation, paid by bank transfer. Both
  -- stay so if the order is paid online after all. `counter`: sold at a till, without an address.
  payment_method text not null default 'online' check (payment_method in ('online', 'on_delivery', 'transfer', 'counter')),
  -- What an order on delivery costs less if it is paid online; 0 once it is taken off, or the bill is issued.
  online_saving_paise bigint not null default 0 check (online_saving_paise >= 0),
  -- `collection`: the reader collects it at the shop. It has an address only if its bill needs one.
  delivery_method text not null default 'parcel' check (delivery_method in ('parcel', 'collection')),
  check (discount_paise between 0 and subtotal_paise),
  check (total_paise = (subtotal_paise - discount_paise + shipping_paise)),
  check (state <> 'paid' or paid_at is not null),
  check (state <> 'pending_payment' or paid_at is null),
  constraint orders_confirmed_check check (paid_at is null or confirmed_at is not null),
  constraint orders_network_is_forgotten check (network is null or state in ('pending_payment', 'to_confirm')),
  constraint orders_phone_check check (erased_at is not null or phone ~ '^\+91[6-9][0-9]{9}$'
    or payment_method = 'counter' and phone = ''),
  constraint orders_pin_check check (erased_at is not null or pin ~ '^[1-9][0-9]{5}$'
    or (delivery_method = 'collection' or payment_method = 'counter') and pin = ''),
  constraint orders_erased
    check (erased_at is null or reader_id is null and concat(email, name, phone, address_line1, address_line2, city,
      pin) = ''),
  constraint orders_arrival_check check ((arrives_from is null) = (arrives_by is null) and arrives_from <= arrives_by),
  constraint orders_states_check check (coalesce(payment_state || ' ' || fulfilment_state, '') in (
    'awaited held',
    'none expired', 'none superseded', 'none cancelled', 'none returned',
    'on_delivery held', 'on_delivery to_pack', 'on_delivery shipped', 'collected delivered',
    'owed to_pack', 'owed shipped', 'owed delivered',
    'paid to_pack', 'paid shipped', 'paid delivered', 'paid cancelled',
    'refund_pending shipped', 'refund_pending delivered', 'refund_pending returned', 'refund_pending cancelled',
    'refund_pending expired', 'refund_pending superseded',
    'refunded shipped', 'refunded delivered', 'refunded returned', 'refunded cancelled', 'refunded expired',
    'refunded superseded'))
);
create index orders_cart on orders (cart_id);
create index orders_waiting on orders (reserved_until) where state = 'pending_payment';
create index orders_waiting_network on orders (network) where state = 'pending_payment' and network is not null;
create index orders_held on orders (reserved_until) where fulfilment_state = 'held';
create index orders_held_network on orders (network) where fulfilment_state = 'held' and network is not null;
create index orders_reader on orders (reader_id, id) where reader_id is not null;
-- Unpaid orders are detached from their reader after some weeks.
create index orders_unpaid on orders (updated_at)
  where paid_at is null and erased_at is null and state in ('expired', 'superseded', 'cancelled');
create index orders_paid_changed on orders (updated_at, id) where paid_at is not null;
-- The desk's count of orders to pack.
create index orders_to_pack on orders (paid_at) where state = 'paid';
create index orders_waiting_to_pack on orders (confirmed_at) where fulfilment_state = 'to_pack';
-- Orders of a state.
create index orders_by_state on orders (state, id);
-- Orders that go by parcel, are collected, or were sold at a till.
create index orders_by_way on orders ((case when payment_method = 'counter' then 'counter' else delivery_method end), id);
-- Orders by day.
create index orders_by_time on orders (created_at, id);
-- Whether a mailbox has bought before.
create index orders_paid_mailbox on orders (mailbox_of(email)) where paid_at is not null;
create index orders_confirmed_mailbox on orders (mailbox_of(email)) where confirmed_at is not null;
-- Makes `orders_paid_changed` redundant, which can be dropped.
create index orders_paid_by_change on orders (coalesce(changed_at, updated_at), id)
  where paid_at is not null;
create index orders_confirmed_by_change on orders (coalesce(changed_at, updated_at), id) where confirmed_at is not null;
create index orders_to_pack_by_pin on orders (pin) where state = 'paid';
create index orders_waiting_to_pack_by_pin on orders (pin) where fulfilment_state = 'to_pack';
-- Orders that are ready at the shop.
create index orders_to_collect on orders (id) where fulfilment_state = 'shipped' and delivery_method = 'collection';
-- Orders on credit, by the day on which they are due.
create index orders_owed on orders (due_on) where payment_state = 'owed';
-- Orders that were refunded in full while their parcel was on its way.
create index orders_refunded_on_their_way on orders (id)
  where fulfilment_state = 'shipped' and state <> 'shipped';

-- The one word that stands for both states of an order.
create function order_state_of(payment text, fulfilment text) returns text language sql immutable as $$
  select case
    when payment in ('refund_pending', 'refunded') then payment
    when fulfilment = 'held' then case payment when 'on_delivery' then 'to_confirm' else 'pending_payment' end
    when fulfilment = 'to_pack' and payment not in ('on_delivery', 'owed') then 'paid'
    else fulfilment end
$$;

-- The two states of an order whose `state` was written by a process of the previous version; `payment` and `fulfilment`
-- are those before, null for a new order.
create function split_order_state(state text, payment text, fulfilment text) returns text[] language sql immutable as $$
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

-- The moves are those of shop/sales/orders/order-state.ts.
create function orders_move_forward() returns trigger language plpgsql as $$
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
comment on function orders_move_forward() is
  'Sets state from both states of the order, or both from a state alone, and confirmed_at of an order that is confirmed by its payment. Rejects moves that are not in shop/sales/orders/order-state.ts, and a paid order that would become unpaid.';
create trigger orders_forward before insert or update of state, payment_state, fulfilment_state, paid_at on orders
  for each row execute function orders_move_forward();

create function order_termed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from order_terms where order_id = new.id;
  end if;
  insert into order_terms (term, order_id)
    select term, new.id from order_terms_of(new.name, new.email, new.phone) term on conflict do nothing;
  return null;
end
$$;
comment on function order_termed() is 'Rewrites the search terms of the order in order_terms.';
create trigger orders_termed after insert on orders for each row execute function order_termed();
create trigger orders_termed_anew after update of name, email, phone on orders for each row
  when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone)) execute function order_termed();

-- The time of the statement, not of the transaction: a transaction that waited for a lock still has the full safety
-- margin of the feed of orders.
create function order_dated() returns trigger language plpgsql as $$
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

-- Frozen when the order is placed: later changes of the catalogue do not affect it.
create table order_lines (
  order_id bigint references orders (id),
  position integer,
  book_id text not null references books (id),
  title text not null,
  author text not null,
  format text not null,
  hsn text not null,
  tax_class text not null,
  quantity integer not null check (quantity between 1 and 10000),
  unit_mrp_paise integer not null,
  unit_price_paise integer not null,
  discount_paise bigint not null default 0,
  total_paise bigint not null,
  -- Copies cancelled before dispatch.
  cancelled_quantity integer not null default 0,
  primary key (order_id, position),
  unique (order_id, book_id),
  check (unit_price_paise between 1 and unit_mrp_paise),
  check (discount_paise >= 0 and discount_paise <= (unit_price_paise::bigint * quantity)),
  check (total_paise = (unit_price_paise::bigint * quantity - discount_paise)),
  check (cancelled_quantity between 0 and quantity)
);
create index order_lines_book on order_lines (book_id);

-- Discounts as the summary shows them, one row per line they apply to.
create table order_discounts (
  order_id bigint references orders (id),
  position integer,
  line_position integer not null,
  kind text not null check (kind in ('promotion', 'bundle', 'rounding', 'online', 'counter')),
  -- Code of the promotion or id of the bundle; `whole-rupees` for rounding; `paying-online`; `counter` for a discount that
  -- was given at a till.
  source text not null,
  label text not null,
  amount_paise bigint not null check (amount_paise > 0),
  primary key (order_id, position),
  foreign key (order_id, line_position) references order_lines (order_id, position)
);
-- Orders with an offer, newest first.
create index order_discounts_of_offer on order_discounts (kind, source, order_id);

-- Pictures of bookplates that readers made to send, each under a secret address until it is taken away.
create table shared_plates (
  secret text primary key,
  order_id bigint not null,
  book_id text not null,
  picture bytea not null,
  created_at timestamptz not null,
  unique (order_id, book_id),
  foreign key (order_id, book_id) references order_lines (order_id, book_id) on delete cascade
);

create table redemptions (
  id bigint generated always as identity primary key,
  promotion_code text not null references promotions (code),
  order_id bigint not null unique references orders (id),
  email text not null,
  state text not null check (state in ('held', 'used', 'released')),
  created_at timestamptz not null default now()
);
create index redemptions_code on redemptions (promotion_code, state);
-- Whether a mailbox has used a code.
create index redemptions_mailbox on redemptions (promotion_code, mailbox_of(email));

create table order_events (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  from_state text,
  to_state text not null,
  -- checkout, browser, return, webhook, reconciler, bookseller or clock.
  cause text not null,
  note text not null default '',
  created_at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, id);
-- Orders delivered on a day, whose readers are asked for a review.
create index order_events_delivered on order_events (created_at, order_id) where to_state = 'delivered';

-- The two states of an order of the previous version. A refunded order keeps where its copies are, which its history
-- knows.
create function states_of_old_order(o orders) returns text[] language sql stable as $$
  select split_order_state(o.state, case when o.paid_at is not null then 'paid' end, (
    select (split_order_state(e.to_state, 'paid', null))[2] from order_events e
    where e.order_id = o.id and e.to_state not in ('refund_pending', 'refunded') order by e.id desc limit 1))
$$;

-- The desk finds orders by the words of the name, the e-mail address and the last ten digits of the phone number. The
-- newest orders of a term are adjacent, so that a lookup costs the same among ten orders and a million.
create table order_terms (
  term text collate "C",
  order_id bigint references orders (id) on delete cascade,
  primary key (term, order_id)
);
create index order_terms_order on order_terms (order_id, term);

-- How many parcels on delivery a phone number refused, kept when the data of their orders is erased.
create table refused_phones (
  -- Keyed hash of the number.
  phone_hash text primary key check (length(phone_hash) = 43),
  parcels integer not null check (parcels > 0),
  kept_at timestamptz not null
);

-- Secrets that the shop generated for itself, shared by its processes.
create table shop_keys (
  name text primary key,
  value text not null
);

create function order_terms_of(name text, email text, phone text) returns setof text language sql immutable as $$
  select distinct left(term, 100)
  from unnest(string_to_array(search_form(fold_text(name)), ' ') || lower(email) || right(phone, 10)) term
  where term <> ''
$$;
