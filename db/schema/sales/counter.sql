-- Tills, and the sales made at them. A sale is an order of the payment method `counter`.

create table tills (
  -- Begins the numbers of its bills, such as `T1` in `T1/26-27/000001`.
  code text primary key check (code ~ '^[A-Z][A-Z0-9]{0,2}$'),
  name text not null check (length(name) between 1 and 60 and name !~ '[\r\n]'),
  is_open boolean not null default true
);

-- Bills of a till are numbered without gaps in each financial year. `document_series` has the shop's own numbers.
create table till_series (
  till text references tills (code),
  financial_year text check (financial_year ~ '^[0-9]{4}-[0-9]{2}$'),
  last_number integer not null default 0,
  primary key (till, financial_year)
);

-- The cash of a till is counted; what was sold and given back since the last count belongs to it.
create table till_counts (
  id bigint generated always as identity primary key,
  till text not null references tills (code),
  counted_at timestamptz not null,
  counted_by bigint not null references staff (id),
  -- What should be in the till: what the last count left, the cash of sales since, less what was given back, and what was
  -- put in and taken out.
  expected_paise bigint not null,
  counted_paise bigint not null check (counted_paise >= 0),
  -- What stays in the till for the next day.
  left_paise bigint not null,
  note text not null default '' check (length(note) <= 300),
  constraint till_counts_left_check check (left_paise between 0 and counted_paise)
);
create index till_counts_till on till_counts (till, id);

-- Cash put into a till, or taken out of it, without a sale: change, a deposit at the bank, an expense.
create table till_cash (
  id bigint generated always as identity primary key,
  till text not null references tills (code),
  moved_at timestamptz not null,
  moved_by bigint not null references staff (id),
  -- Negative if it was taken out.
  paise bigint not null,
  reason text not null check (reason in ('bank', 'change', 'expense', 'other')),
  note text not null default '' check (length(note) <= 200),
  -- Until the next count, it can be undone; then it counts for nothing.
  undone_at timestamptz,
  -- The count that it belongs to; null until the next one.
  count_id bigint references till_counts (id),
  constraint till_cash_paise_check check (paise <> 0)
);
create index till_cash_till on till_cash (till, id);
create index till_cash_uncounted on till_cash (till) where count_id is null;

-- Money that a till has given back.
create table counter_refunds (
  refund_id bigint primary key references refunds (id),
  till text not null references tills (code),
  -- What was given back in cash.
  cash_paise bigint not null check (cash_paise >= 0),
  count_id bigint references till_counts (id)
);
create index counter_refunds_uncounted on counter_refunds (till) where count_id is null;

create table counter_sales (
  order_id bigint primary key references orders (id),
  -- Made by the till's browser, so that a sale that is sent again is found.
  id uuid not null unique,
  till text not null references tills (code),
  staff_id bigint not null references staff (id),
  -- By the clock of the till's browser. The shop's own time is that of the order.
  made_at timestamptz not null,
  -- Whether the sale was made while the shop could not be reached.
  is_offline boolean not null default false,
  -- What was paid in each way; together the order's total.
  cash_paise bigint not null default 0 check (cash_paise >= 0),
  upi_paise bigint not null default 0 check (upi_paise >= 0),
  card_paise bigint not null default 0 check (card_paise >= 0),
  -- The cash that the buyer handed over, before the change.
  given_paise bigint not null default 0,
  -- The number of the UPI payment or of the card's slip.
  reference text not null default '' check (length(reference) <= 60),
  -- The count that the sale belongs to; null until the next one.
  count_id bigint references till_counts (id),
  constraint counter_sales_given_check check (given_paise >= cash_paise)
);
create index counter_sales_till on counter_sales (till, order_id);
create index counter_sales_uncounted on counter_sales (till) where count_id is null;

-- Books that were sold at the counter without a record: title and MRP were typed there.
create table typed_books (
  book_id text primary key constraint typed_books_book references books (id) on delete cascade,
  -- The sale.
  order_id bigint not null references orders (id)
);
create index typed_books_order on typed_books (order_id);

-- Sales that wait for the payment of a payment provider's QR code, each an order; its codes are its `payment_attempts`.
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
