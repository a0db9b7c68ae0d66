-- What follows a sale: discounts, refunds, parcels, documents, letters, and readers who wait for a book.

-- Each discount of an order, one row a line it applies to, as the summary shows it.
create table order_discounts (
  order_id bigint not null references orders (id),
  position integer not null,
  line_position integer not null,
  kind text not null check (kind in ('promotion', 'bundle')),
  -- The promotion's code or the bundle's id.
  source text not null,
  label text not null,
  amount_paise bigint not null check (amount_paise > 0),
  primary key (order_id, position),
  foreign key (order_id, line_position) references order_lines (order_id, position)
);

alter table orders add column promotion_code text references promotions (code);

-- Copies of a line that were cancelled before dispatch.
alter table order_lines add column cancelled_quantity integer not null default 0
  check (cancelled_quantity between 0 and quantity);

create table shipments (
  id bigint generated always as identity primary key,
  order_id bigint not null unique references orders (id),
  carrier text not null,
  tracking_number text not null,
  tracking_url text not null default '',
  shipped_at timestamptz not null default now()
);

create table refunds (
  id bigint generated always as identity primary key,
  payment_id text not null references payments (id),
  order_id bigint not null references orders (id),
  amount_paise bigint not null check (amount_paise > 0),
  -- Why: the shopper cancelled, the bookseller gave it, the books were gone, a second payment, or Razorpay did it itself.
  reason text not null check (reason in ('cancelled', 'bookseller', 'sold-out', 'duplicate', 'mismatch', 'elsewhere')),
  note text not null default '',
  -- Copies it is for, as [{"position": 0, "quantity": 1}]; empty when it is for money only.
  copies jsonb not null default '[]',
  -- `rf_...`, sent with every try: Razorpay refunds once however often it is asked.
  idempotency_key text not null unique check (idempotency_key ~ '^[A-Za-z0-9_-]{10,40}$'),
  -- `rfnd_...`
  razorpay_refund_id text unique,
  state text not null check (state in ('requested', 'pending', 'processed', 'failed')),
  tries integer not null default 0,
  last_error text not null default '',
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_order on refunds (order_id);
create index refunds_payment on refunds (payment_id);
create index refunds_due on refunds (due_at) where state in ('requested', 'pending');

-- Bills and credit notes: numbered without gaps in each financial year (April to March), never changed.
create table document_series (
  financial_year text not null check (financial_year ~ '^[0-9]{4}-[0-9]{2}$'),
  kind text not null check (kind in ('bill', 'credit-note')),
  last_number integer not null default 0,
  primary key (financial_year, kind)
);

create table documents (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  refund_id bigint unique references refunds (id),
  kind text not null check (kind in ('bill', 'credit-note')),
  -- At most 16 characters, as the rules for bills ask.
  number text not null unique check (length(number) <= 16),
  financial_year text not null,
  sequence integer not null,
  issued_at timestamptz not null default now(),
  -- Everything printed on it, frozen.
  content jsonb not null,
  unique (financial_year, kind, sequence),
  check ((kind = 'credit-note') = (refund_id is not null))
);
create unique index documents_one_bill_an_order on documents (order_id) where kind = 'bill';

create function documents_never_change() returns trigger language plpgsql as $$
begin
  raise exception 'document % is issued and cannot be changed', old.number;
end
$$;
create trigger documents_stay before update or delete on documents for each row execute function documents_never_change();

-- Readers who want to know when a book is back.
create table stock_requests (
  id bigint generated always as identity primary key,
  book_id text not null references books (id) on delete cascade,
  email text not null check (email !~ '[\r\n]'),
  created_at timestamptz not null default now(),
  told_at timestamptz
);
create unique index stock_requests_open on stock_requests (book_id, lower(email)) where told_at is null;

-- One letter of each kind for an order, a refund, a parcel or a request, whatever happens twice.
alter table outbox add column subject_key text not null default '';
alter table outbox drop constraint outbox_order_id_kind_key;
create unique index outbox_one_letter on outbox (kind, order_id, subject_key) nulls not distinct;
alter table outbox add column message_id text;

-- Keys the shop made for itself, shared by its processes.
create table shop_keys (
  name text primary key,
  value text not null
);
