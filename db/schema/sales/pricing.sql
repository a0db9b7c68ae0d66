-- Promotions, and the results of offers.

create table promotions (
  code text primary key check (code ~ '^[A-Z0-9]{3,20}$'),
  name text not null,
  applies_to text not null check (applies_to in ('best-sellers', 'everything', 'chosen')),
  percent_off integer check (percent_off between 1 and 90),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  redemption_limit integer check (redemption_limit > 0),
  redemption_limit_per_email integer check (redemption_limit_per_email > 0),
  created_at timestamptz not null default now(),
  -- Shown on the home page while valid.
  is_announced boolean not null default false,
  paise_off integer check (paise_off between 100 and 10000000),
  -- Minimum value of the books before discounts.
  min_order_paise integer check (min_order_paise > 0),
  -- Eligible books of a `chosen` promotion, such as `category:poetry`, `author:premchand`, `series:feluda` or
  -- `list:rainy-days`; one match is enough. No foreign keys: a deleted target matches nothing.
  targets text[] not null default '{}',
  is_first_order_only boolean not null default false,
  check (ends_at > starts_at),
  constraint promotions_targets_check check (
    case applies_to when 'chosen' then cardinality(targets) between 1 and 40 else cardinality(targets) = 0 end),
  constraint promotions_percent_or_sum check (num_nonnulls(percent_off, paise_off) = 1),
  constraint promotions_sum_within_order check (coalesce(min_order_paise, 0) >= (paise_off + 100)),
  constraint promotions_first_order_once check (not is_first_order_only or coalesce(redemption_limit_per_email, 0) = 1)
);

create trigger promotions_changed after insert or update or delete on promotions
  for each statement execute function tell_catalogue_changed();

-- Results of each offer per day in India of payment, so that a report adds up days instead of orders.
create table offer_days (
  -- Like `order_discounts`.
  kind text check (kind in ('promotion', 'bundle')),
  source text,
  day date,
  -- Its label on the latest of these orders.
  label text not null,
  orders integer not null,
  discount_paise bigint not null,
  -- Totals of these orders, delivery included.
  takings_paise bigint not null,
  -- Refunds of these orders, by the day of payment of the order. A failed refund counts if the shop paid it in another
  -- way.
  refunded_paise bigint not null default 0,
  primary key (kind, source, day)
);
create index offer_days_day on offer_days (day);
