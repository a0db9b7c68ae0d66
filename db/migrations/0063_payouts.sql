-- What Razorpay has paid out to the shop's bank, as its settlement reconciliation tells it.
create table settlements (
  id text constraint settlements_pkey primary key constraint settlements_id_check check (id ~ '^setl_[A-Za-z0-9_]{1,40}$'),
  settled_at timestamptz not null,
  -- The number under which the bank has it; empty while Razorpay does not tell.
  utr text not null default '',
  -- The sums of its lines.
  line_count integer not null default 0,
  credit_paise bigint not null default 0,
  debit_paise bigint not null default 0,
  fee_paise bigint not null default 0,
  tax_paise bigint not null default 0
);
create index settlements_newest on settlements (settled_at, id);

create table settlement_lines (
  settlement_id text not null constraint settlement_lines_settlement_id_fkey references settlements (id),
  -- `pay_...`, `rfnd_...`, `adj_...` and so on. One that is in two settlements was settled twice.
  entity_id text not null,
  -- payment, refund, adjustment, transfer: Razorpay's word.
  kind text not null,
  currency text not null,
  amount_paise bigint not null,
  credit_paise bigint not null,
  debit_paise bigint not null,
  -- With the tax on it.
  fee_paise bigint not null,
  tax_paise bigint not null,
  description text not null default '',
  constraint settlement_lines_pkey primary key (settlement_id, entity_id),
  constraint settlement_lines_money_check check (
    least(amount_paise, credit_paise, debit_paise, fee_paise, tax_paise) >= 0)
);
create index settlement_lines_entity on settlement_lines (entity_id);

-- The days in India that Razorpay was asked about.
create table settlement_days (
  day date constraint settlement_days_pkey primary key,
  read_at timestamptz not null,
  -- Lines in a form that the shop does not know.
  unreadable integer not null constraint settlement_days_unreadable_check check (unreadable >= 0)
);

-- Where payouts and the shop's own records do not agree. Closed by a person, or gone when they agree after all.
create table payout_differences (
  kind text not null constraint payout_differences_kind_check check (kind in
    ('unknown-payment', 'unknown-refund', 'amount', 'net', 'twice', 'late-payment', 'late-refund')),
  entity_id text not null,
  -- What the shop's records say, and what the payout says; null where there is nothing.
  expected_paise bigint,
  found_paise bigint,
  found_at timestamptz not null,
  closed_at timestamptz,
  constraint payout_differences_pkey primary key (kind, entity_id)
);
create index payout_differences_open on payout_differences (found_at, entity_id) where closed_at is null;

-- What is in no payout yet is looked for by its day.
create index payments_by_day on payments (created_at);
create index refunds_by_day on refunds (created_at);
