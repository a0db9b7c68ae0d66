-- Payouts of the payment providers, compared with the shop's own records.

-- Settlements: payouts to the shop's bank.
create table settlements (
  -- The provider's id, such as Razorpay's `setl_...`.
  id text primary key,
  provider text not null default 'razorpay',
  settled_at timestamptz not null,
  -- The bank's reference; empty until the provider reports it.
  utr text not null default '',
  -- Sums of its lines.
  line_count integer not null default 0,
  credit_paise bigint not null default 0,
  debit_paise bigint not null default 0,
  fee_paise bigint not null default 0,
  tax_paise bigint not null default 0
);
create index settlements_newest on settlements (settled_at, id);

create table settlement_lines (
  settlement_id text references settlements (id),
  -- The provider's id, such as Razorpay's `pay_...`, `rfnd_...` or `adj_...`. An id in two settlements was settled
  -- twice.
  entity_id text,
  -- The kind as the provider names it: payment, refund, adjustment or transfer.
  kind text not null,
  currency text not null,
  amount_paise bigint not null,
  credit_paise bigint not null,
  debit_paise bigint not null,
  -- The fee, including tax.
  fee_paise bigint not null,
  tax_paise bigint not null,
  description text not null default '',
  primary key (settlement_id, entity_id),
  constraint settlement_lines_money_check check (least(amount_paise, credit_paise, debit_paise, fee_paise, tax_paise) >= 0)
);
create index settlement_lines_entity on settlement_lines (entity_id);

-- Days in India for which settlements were fetched.
create table settlement_days (
  provider text not null default 'razorpay',
  day date primary key,
  read_at timestamptz not null,
  -- Number of lines that could not be read.
  unreadable integer not null check (unreadable >= 0)
);
-- The next version makes this the primary key.
create unique index settlement_days_provider_day on settlement_days (provider, day);

-- Differences between settlements and the shop's records; closed by a person, or deleted when they agree after all.
create table payout_differences (
  kind text check (kind in ('unknown-payment', 'unknown-refund', 'amount', 'net', 'twice', 'late-payment', 'late-refund')),
  entity_id text,
  -- The amounts by the shop's records and by the settlement; null if one has no amount.
  expected_paise bigint,
  found_paise bigint,
  found_at timestamptz not null,
  closed_at timestamptz,
  primary key (kind, entity_id)
);
create index payout_differences_open on payout_differences (found_at, entity_id) where closed_at is null;
