-- Endpaper's records. Money is whole paise. Times are UTC. Valid on PostgreSQL 15 and newer.

create extension if not exists pg_trgm;

-- Catalogue -----------------------------------------------------------------

create table categories (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  description text not null,
  parent_id text references categories (id),
  position integer not null,
  created_at timestamptz not null default now(),
  check (parent_id <> id)
);
create index categories_parent on categories (parent_id);

create table authors (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  bio text not null,
  image_url text not null,
  is_featured boolean not null default false,
  created_at timestamptz not null default now()
);

create table series (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  description text not null,
  created_at timestamptz not null default now()
);

-- What was written: one text, whatever it is printed on.
create table works (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> ''),
  subtitle text,
  -- Title and subtitle in lower case without Latin accents, for the search.
  search_text text not null,
  description text not null,
  rating numeric(3, 2) check (rating between 1 and 5),
  rating_count integer not null default 0 check (rating_count >= 0),
  -- Place on the home page's featured table, none for most.
  featured_position integer unique,
  created_at timestamptz not null default now(),
  check ((rating is null) = (rating_count = 0))
);
create index works_search on works using gin (search_text gin_trgm_ops);

create table work_contributors (
  work_id text not null references works (id) on delete cascade,
  author_id text not null references authors (id),
  role text not null check (role in ('author', 'editor', 'translator', 'illustrator')),
  position integer not null,
  primary key (work_id, author_id, role),
  unique (work_id, position)
);
create index work_contributors_author on work_contributors (author_id);

create table work_categories (
  work_id text not null references works (id) on delete cascade,
  category_id text not null references categories (id),
  -- 0 is the main category.
  position integer not null,
  primary key (work_id, category_id),
  unique (work_id, position)
);
create index work_categories_category on work_categories (category_id);

create table series_works (
  series_id text not null references series (id) on delete cascade,
  work_id text not null references works (id) on delete cascade,
  position numeric(5, 1) not null check (position >= 0),
  primary key (series_id, work_id),
  unique (series_id, position)
);
create index series_works_work on series_works (work_id);

-- What is sold: one edition of a work.
create table books (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  work_id text not null references works (id) on delete cascade,
  -- The edition that lists show; exactly one a work.
  is_main boolean not null,
  format text not null check (format in ('paperback', 'hardback', 'board-book')),
  isbn13 text unique check (isbn13 ~ '^97[89][0-9]{10}$'),
  language text not null check (language ~ '^[a-z]{2,3}$'),
  pages integer check (pages > 0),
  publisher text not null,
  published_on date not null,
  mrp_paise integer not null check (mrp_paise > 0),
  price_paise integer not null check (price_paise > 0),
  -- Printed books are exempt from GST (HSN 4901, 4903 for picture books).
  tax_class text not null default 'exempt' check (tax_class in ('exempt', 'gst_0', 'gst_5', 'gst_18')),
  hsn text not null default '4901' check (hsn ~ '^[0-9]{4,8}$'),
  cover_key text not null,
  created_at timestamptz not null default now(),
  constraint books_price_at_most_mrp check (price_paise <= mrp_paise)
);
create unique index books_one_main_edition on books (work_id) where is_main;
create index books_work on books (work_id);
create index books_newest on books (created_at desc) where is_main;

create table bundles (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  description text not null,
  percent_off integer not null default 30 check (percent_off between 1 and 90),
  position integer not null,
  created_at timestamptz not null default now()
);

create table bundle_books (
  bundle_id text not null references bundles (id) on delete cascade,
  book_id text not null references books (id),
  position integer not null,
  primary key (bundle_id, book_id),
  unique (bundle_id, position)
);
create index bundle_books_book on bundle_books (book_id);

-- Promotions ----------------------------------------------------------------

create table promotions (
  code text primary key check (code ~ '^[A-Z0-9]{3,20}$'),
  name text not null,
  applies_to text not null check (applies_to in ('best-sellers', 'everything')),
  percent_off integer not null check (percent_off between 1 and 90),
  starts_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at > starts_at),
  redemption_limit integer check (redemption_limit > 0),
  redemption_limit_per_email integer check (redemption_limit_per_email > 0),
  created_at timestamptz not null default now()
);

-- Carts ---------------------------------------------------------------------

create table carts (
  id bigint generated always as identity primary key,
  -- SHA-256 of the cookie's token; the token itself is never stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  promotion_code text references promotions (code) on delete set null,
  -- Raised by every change; an order is of one version.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table cart_lines (
  cart_id bigint not null references carts (id) on delete cascade,
  book_id text not null references books (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 20),
  created_at timestamptz not null default now(),
  primary key (cart_id, book_id)
);
create index cart_lines_book on cart_lines (book_id);

-- Orders --------------------------------------------------------------------

create table orders (
  id bigint generated always as identity primary key,
  number text not null unique check (number ~ '^EP-[0-9A-Z]{10}$'),
  cart_id bigint references carts (id) on delete set null,
  -- The cart's version it was made from: pressing the button again finds this order.
  cart_version integer not null,
  state text not null check (state in (
    'pending_payment', 'paid', 'packing', 'shipped', 'delivered',
    'expired', 'superseded', 'cancelled', 'refund_pending', 'partially_refunded', 'refunded'
  )),
  email text not null,
  name text not null,
  phone text not null check (phone ~ '^\+91[6-9][0-9]{9}$'),
  address_line1 text not null,
  address_line2 text not null default '',
  city text not null,
  -- ISO 3166-2:IN without the country, such as KA.
  state_code text not null check (state_code ~ '^[A-Z]{2}$'),
  pin text not null check (pin ~ '^[1-9][0-9]{5}$'),
  currency text not null default 'INR' check (currency = 'INR'),
  subtotal_paise bigint not null check (subtotal_paise >= 0),
  discount_paise bigint not null default 0 check (discount_paise between 0 and subtotal_paise),
  shipping_paise bigint not null check (shipping_paise >= 0),
  total_paise bigint not null check (total_paise >= 100),
  reserved_until timestamptz not null,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (total_paise = subtotal_paise - discount_paise + shipping_paise),
  check (state <> 'paid' or paid_at is not null),
  check (state <> 'pending_payment' or paid_at is null)
);
create index orders_cart on orders (cart_id);
create index orders_waiting on orders (reserved_until) where state = 'pending_payment';

-- Frozen at the moment of the order: later changes of the catalogue do not touch it.
create table order_lines (
  order_id bigint not null references orders (id),
  position integer not null,
  book_id text not null references books (id),
  title text not null,
  author text not null,
  format text not null,
  hsn text not null,
  tax_class text not null,
  quantity integer not null check (quantity between 1 and 20),
  unit_mrp_paise integer not null,
  unit_price_paise integer not null check (unit_price_paise between 1 and unit_mrp_paise),
  discount_paise bigint not null default 0,
  total_paise bigint not null,
  primary key (order_id, position),
  unique (order_id, book_id),
  check (discount_paise between 0 and unit_price_paise::bigint * quantity),
  check (total_paise = unit_price_paise::bigint * quantity - discount_paise)
);
create index order_lines_book on order_lines (book_id);

create table order_events (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  from_state text,
  to_state text not null,
  -- Who or what moved it: checkout, browser, return, webhook, reconciler, bookseller, clock.
  cause text not null,
  note text not null default '',
  created_at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, id);

create table redemptions (
  id bigint generated always as identity primary key,
  promotion_code text not null references promotions (code),
  order_id bigint not null unique references orders (id),
  email text not null,
  state text not null check (state in ('held', 'used', 'released')),
  created_at timestamptz not null default now()
);
create index redemptions_code on redemptions (promotion_code, state);

-- Stock ---------------------------------------------------------------------

create table stock (
  book_id text primary key references books (id) on delete cascade,
  on_hand integer not null default 0,
  reserved integer not null default 0,
  constraint stock_reserved_at_most_on_hand check (0 <= reserved and reserved <= on_hand)
);

create table stock_moves (
  id bigint generated always as identity primary key,
  book_id text not null references books (id) on delete cascade,
  delta integer not null check (delta <> 0),
  cause text not null check (cause in ('received', 'sale', 'return', 'correction')),
  order_id bigint references orders (id),
  created_at timestamptz not null default now(),
  check ((cause in ('sale', 'return')) = (order_id is not null))
);
create index stock_moves_book on stock_moves (book_id);
create unique index stock_moves_one_sale_a_line on stock_moves (order_id, book_id) where cause = 'sale';

create table reservations (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  book_id text not null references books (id),
  quantity integer not null check (quantity > 0),
  state text not null check (state in ('held', 'committed', 'released')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (order_id, book_id)
);
create index reservations_held on reservations (expires_at) where state = 'held';
create index reservations_book on reservations (book_id);

-- Payments ------------------------------------------------------------------

-- One order opened at Razorpay for one of ours.
create table payment_attempts (
  -- `order_...`
  id text primary key,
  order_id bigint not null references orders (id),
  receipt text not null,
  amount_paise bigint not null,
  status text not null check (status in ('created', 'attempted', 'paid')),
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create index payment_attempts_order on payment_attempts (order_id);

create table payments (
  -- `pay_...`
  id text primary key,
  attempt_id text not null references payment_attempts (id),
  order_id bigint not null references orders (id),
  amount_paise bigint not null check (amount_paise > 0),
  currency text not null,
  status text not null check (status in ('created', 'failed', 'authorized', 'captured', 'refunded')),
  method text not null default '',
  card_network text not null default '',
  card_last4 text not null default '' check (card_last4 ~ '^([0-9]{4})?$'),
  refunded_paise bigint not null default 0 check (refunded_paise between 0 and amount_paise),
  error_reason text not null default '',
  error_description text not null default '',
  -- This payment is the one that paid the order.
  settles boolean not null default false,
  -- SHA-256 of what Razorpay answered when we asked: the evidence a paid order stands on.
  evidence_sha256 text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not settles or (status in ('captured', 'refunded') and currency = 'INR'))
);
create unique index payments_one_settles_an_order on payments (order_id) where settles;
create index payments_attempt on payments (attempt_id);

create table webhook_events (
  id bigint generated always as identity primary key,
  -- Razorpay's header, outside its signature: information only.
  event_id text not null,
  -- The body is what is signed, so the body is what makes an event the same event.
  body_sha256 text not null unique,
  type text not null,
  razorpay_order_id text,
  body text not null,
  state text not null check (state in ('received', 'done', 'quarantined', 'dead')),
  tries integer not null default 0,
  last_error text not null default '',
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index webhook_events_waiting on webhook_events (id) where state = 'received';

-- Money or stock that a person must look at.
create table alerts (
  id bigint generated always as identity primary key,
  kind text not null,
  order_id bigint references orders (id),
  message text not null,
  seen_at timestamptz,
  created_at timestamptz not null default now()
);

-- Mail ----------------------------------------------------------------------

create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  order_id bigint references orders (id),
  to_address text not null check (to_address !~ '[\r\n]'),
  facts jsonb not null default '{}',
  state text not null default 'due' check (state in ('due', 'sent', 'dead')),
  tries integer not null default 0,
  last_error text not null default '',
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  unique (order_id, kind)
);
create index outbox_due on outbox (due_at) where state = 'due';

-- What the shop has done to itself ------------------------------------------

-- Catalogues taken in, by the hash of what was read.
create table catalogue_loads (
  source text primary key,
  content_sha256 text not null,
  loaded_at timestamptz not null default now()
);

-- The specification's Book: one row for each edition.
create view book_view as
select
  b.id,
  w.title,
  w.description,
  '/covers/' || b.cover_key || '-480.webp' as cover_image,
  (b.price_paise / 100.0)::numeric(12, 2) as price,
  (select c.author_id from work_contributors c where c.work_id = w.id order by c.position limit 1) as author_id,
  (select a.name from work_contributors c join authors a on a.id = c.author_id
    where c.work_id = w.id order by c.position limit 1) as author,
  (select c.category_id from work_categories c where c.work_id = w.id order by c.position limit 1) as category,
  w.rating,
  b.created_at
from books b
join works w on w.id = b.work_id;

-- Every process drops its rendered pages when it hears this.
create function tell_catalogue_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue_changed', '');
  return null;
end
$$;

create trigger works_changed after insert or update or delete on works for each statement execute function tell_catalogue_changed();
create trigger books_changed after insert or update or delete on books for each statement execute function tell_catalogue_changed();
create trigger authors_changed after insert or update or delete on authors for each statement execute function tell_catalogue_changed();
create trigger categories_changed after insert or update or delete on categories for each statement execute function tell_catalogue_changed();
create trigger series_changed after insert or update or delete on series for each statement execute function tell_catalogue_changed();
create trigger contributors_changed after insert or update or delete on work_contributors for each statement execute function tell_catalogue_changed();
create trigger work_categories_changed after insert or update or delete on work_categories for each statement execute function tell_catalogue_changed();
create trigger series_works_changed after insert or update or delete on series_works for each statement execute function tell_catalogue_changed();
create trigger bundles_changed after insert or update or delete on bundles for each statement execute function tell_catalogue_changed();
create trigger bundle_books_changed after insert or update or delete on bundle_books for each statement execute function tell_catalogue_changed();
create trigger stock_added after insert or delete on stock for each statement execute function tell_catalogue_changed();
-- Pages say "In stock", "Only 3 left" or "Back soon": most sales change none of these words.
create trigger stock_words_changed after update on stock for each row
  when (least(old.on_hand - old.reserved, 6) is distinct from least(new.on_hand - new.reserved, 6))
  execute function tell_catalogue_changed();

-- An order never gives up a payment, a payment never changes its order.
create function payments_stay_with_their_order() returns trigger language plpgsql as $$
begin
  if new.order_id <> old.order_id or new.attempt_id <> old.attempt_id then
    raise exception 'payment % belongs to order %', old.id, old.order_id;
  end if;
  return new;
end
$$;
create trigger payments_stay before update on payments for each row execute function payments_stay_with_their_order();

-- Order states only move forward; the table is `shop/orders/order-state.ts`.
create function orders_move_forward() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and not (old.state, new.state) in (
    ('pending_payment', 'paid'), ('pending_payment', 'expired'), ('pending_payment', 'superseded'), ('pending_payment', 'cancelled'),
    ('expired', 'paid'), ('expired', 'refund_pending'),
    ('superseded', 'paid'), ('superseded', 'refund_pending'), ('cancelled', 'refund_pending'),
    ('paid', 'packing'), ('paid', 'shipped'), ('packing', 'shipped'), ('shipped', 'delivered'),
    ('paid', 'refund_pending'), ('packing', 'refund_pending'), ('shipped', 'refund_pending'), ('delivered', 'refund_pending'),
    ('paid', 'partially_refunded'), ('packing', 'partially_refunded'), ('shipped', 'partially_refunded'), ('delivered', 'partially_refunded'),
    ('partially_refunded', 'refund_pending'), ('partially_refunded', 'refunded'), ('refund_pending', 'refunded'), ('refund_pending', 'partially_refunded')
  ) then
    raise exception 'order % cannot go from % to %', old.number, old.state, new.state;
  end if;
  return new;
end
$$;
create trigger orders_forward before update of state on orders for each row execute function orders_move_forward();
