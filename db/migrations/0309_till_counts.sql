-- The cash of a till is counted; what was sold and given back since the last count belongs to it.
create table till_counts (
  id bigint generated always as identity primary key,
  till text not null references tills (code),
  counted_at timestamptz not null,
  counted_by bigint not null references staff (id),
  -- What should be in the till: what the last count left, and the cash of sales since, less what was given back.
  expected_paise bigint not null,
  counted_paise bigint not null check (counted_paise >= 0),
  -- What stays in the till for the next day.
  left_paise bigint not null,
  note text not null default '' check (length(note) <= 300),
  constraint till_counts_left_check check (left_paise between 0 and counted_paise)
);
create index till_counts_till on till_counts (till, id);

-- Money that a till has given back.
create table counter_refunds (
  refund_id bigint primary key references refunds (id),
  till text not null references tills (code),
  -- What was given back in cash.
  cash_paise bigint not null check (cash_paise >= 0),
  count_id bigint references till_counts (id)
);
create index counter_refunds_uncounted on counter_refunds (till) where count_id is null;

-- The count that a sale belongs to; null until the next one.
alter table counter_sales add column count_id bigint references till_counts (id);
