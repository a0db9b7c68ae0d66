-- Refunds above what a bookseller makes at once: each waits for an owner, who makes it or says why not.
create table refund_requests (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  payment_id text not null references payments (id),
  amount_paise bigint not null constraint refund_requests_amount_check check (amount_paise >= 100),
  -- Why. The reader reads it when the money goes back; empty once the reader is erased.
  note text not null constraint refund_requests_note_check check (length(note) <= 300),
  asked_by bigint not null references staff (id),
  asked_at timestamptz not null,
  -- While it waits nobody has answered.
  answered_by bigint references staff (id),
  answered_at timestamptz,
  -- The refund that was made; null when it was declined, or waits.
  refund_id bigint references refunds (id),
  -- Why it was declined, for whoever asked.
  answer text not null default '' constraint refund_requests_answer_check check (length(answer) <= 300),
  constraint refund_requests_answered_check check ((answered_at is null) = (answered_by is null)),
  constraint refund_requests_refund_check check (refund_id is null or answered_at is not null),
  -- Nobody makes the refund that they asked for.
  constraint refund_requests_two_people check (refund_id is null or answered_by <> asked_by)
);
-- A payment has one that waits.
create unique index refund_requests_one_open on refund_requests (payment_id) where answered_at is null;
create index refund_requests_waiting on refund_requests (asked_at, id) where answered_at is null;
create index refund_requests_order on refund_requests (order_id, id);

-- Whether an owner gets the shop's letter every morning.
alter table staff add column gets_daily_letter boolean not null default true;
