-- Sales at the counter: orders of the payment method `counter`, without an address, whose bills have numbers of their till.
-- A process of the previous version makes none.
alter table orders
  drop constraint orders_payment_method_check,
  add constraint orders_payment_method_check check (payment_method in ('online', 'on_delivery', 'transfer', 'counter')) not valid,
  drop constraint orders_phone_check,
  add constraint orders_phone_check check (erased_at is not null or phone ~ '^\+91[6-9][0-9]{9}$'
    or payment_method = 'counter' and phone = '') not valid,
  drop constraint orders_pin_check,
  add constraint orders_pin_check check (erased_at is not null or pin ~ '^[1-9][0-9]{5}$'
    or (delivery_method = 'collection' or payment_method = 'counter') and pin = '') not valid;

alter table payments drop constraint payments_attempt_check,
  add constraint payments_attempt_check check (attempt_id is not null
    or provider in ('on-delivery', 'bank-transfer', 'counter')) not valid;

alter table order_discounts drop constraint order_discounts_kind_check,
  add constraint order_discounts_kind_check check (kind in ('promotion', 'bundle', 'rounding', 'online', 'counter')) not valid;

-- The code of the till whose numbers these are; empty for the shop's own.
alter table documents add column series text not null default '';

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
  constraint counter_sales_given_check check (given_paise >= cash_paise)
);
create index counter_sales_till on counter_sales (till, order_id);
