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
