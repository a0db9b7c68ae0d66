-- Refunds above a bookseller's limit: an owner approves or declines each.
create table refund_requests (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  payment_id text not null references payments (id),
  amount_paise bigint not null constraint refund_requests_amount_check check (amount_paise >= 100),
  -- The reason, as the reader reads it; empty once the reader is erased.
  note text not null check (length(note) <= 300),
  asked_by bigint not null references staff (id),
  asked_at timestamptz not null,
  -- The owner who answered the request; null while it waits.
  answered_by bigint references staff (id),
  answered_at timestamptz,
  -- The refund; null if the request was declined or waits.
  refund_id bigint references refunds (id),
  -- Why it was declined, for the person who asked.
  answer text not null default '' check (length(answer) <= 300),
  -- A return whose refund waits for an owner: approval answers the return with the following columns.
  return_id bigint constraint refund_requests_return references returns (id),
  -- `kept`: the reader keeps the book; `fit` and `unfit`: the book came back, and can or cannot be sold again.
  return_choice text check (return_choice in ('kept', 'fit', 'unfit')),
  -- The answer to the reader; empty once the reader is erased.
  return_answer text not null default '' check (length(return_answer) <= 1000),
  -- Further effects of an approval: see `WaitingAct` in shop/office/approvals. Null for a plain refund.
  act jsonb,
  constraint refund_requests_answered_check check ((answered_at is null) = (answered_by is null)),
  constraint refund_requests_refund_check check (refund_id is null or answered_at is not null),
  constraint refund_requests_two_people check (refund_id is null or answered_by <> asked_by),
  constraint refund_requests_return_both_check check ((return_id is null) = (return_choice is null))
);
-- One open request per payment.
create unique index refund_requests_one_open on refund_requests (payment_id) where answered_at is null;
create index refund_requests_waiting on refund_requests (asked_at, id) where answered_at is null;
create index refund_requests_order on refund_requests (order_id, id);
create index refund_requests_return on refund_requests (return_id) where return_id is not null;
