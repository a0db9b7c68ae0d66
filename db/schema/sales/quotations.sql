-- Quotations and bank transfers. A quotation is the prices at which a school or a business may order, until a day.

create table quotations (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null default '',
  phone text not null default '',
  address_line1 text not null default '',
  address_line2 text not null default '',
  city text not null default '',
  state_code text not null default '' check (state_code ~ '^([A-Z]{2})?$'),
  pin text not null default '',
  -- As in `orders`.
  business jsonb,
  -- Off the MRP, in hundredths of a per cent, by hand; null for that of the settings for the number of copies.
  discount integer check (discount between 0 and 9999),
  -- Days after the order in which it is paid; null: before the books are sent.
  credit_days integer check (credit_days between 1 and 180),
  shipping_paise bigint not null default 0 check (shipping_paise >= 0),
  valid_until date not null,
  -- For the buyer, below the books.
  words text not null default '',
  made_by bigint not null references staff (id),
  made_at timestamptz not null,
  -- Null for a draft, which cannot be accepted.
  sent_at timestamptz,
  -- The order that it has become.
  accepted_as bigint unique references orders (id),
  constraint quotations_sent_check check (sent_at is not null or accepted_as is null)
);
create index quotations_email on quotations (lower(email));
create index quotations_unanswered on quotations (valid_until) where sent_at is not null and accepted_as is null;

create table quotation_lines (
  quotation_id bigint references quotations (id) on delete cascade,
  book_id text references books (id),
  copies integer not null check (copies between 1 and 10000),
  added_at timestamptz not null,
  -- As sent; null in a draft, which follows the catalogue.
  mrp_paise integer,
  price_paise integer,
  primary key (quotation_id, book_id),
  check (price_paise between 1 and mrp_paise)
);
create index quotation_lines_book on quotation_lines (book_id);

-- What buyers have paid by bank transfer for the orders of quotations.
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
  -- Income tax that the buyer kept back from it (TDS), in paise; and the number of the certificate for it, once it came.
  tds_paise bigint not null default 0 constraint bank_transfers_tds_check check (tds_paise >= 0),
  tds_certificate text constraint bank_transfers_certificate_check check (tds_certificate is null or tds_paise > 0),
  check (surplus_paise between 0 and amount_paise)
);
create unique index bank_transfers_once on bank_transfers (order_id, utr);
create index bank_transfers_newest on bank_transfers (paid_on, id);
