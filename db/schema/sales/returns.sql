-- Copies that readers want to send back, or report as damaged or lost.

create table returns (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  line_position integer not null,
  quantity integer not null check (quantity between 1 and 10000),
  reason text not null
    check (reason in ('damaged', 'misprinted', 'wrong-book', 'not-as-described', 'changed-mind', 'undelivered', 'lost')),
  -- The reader's explanation.
  words text not null default '' check (length(words) <= 1000),
  -- `asked`, then `refused`, `kept` (refund without return) or `accepted` (to be sent back) and then `received`.
  state text not null check (state in ('asked', 'accepted', 'refused', 'kept', 'received')),
  -- The bookseller's answer to the reader.
  answer text not null default '' check (length(answer) <= 1000),
  -- Null without a refund, or when nothing was left to refund.
  refund_id bigint unique references refunds (id),
  -- Copies that came back fit for sale.
  restocked_quantity integer not null default 0,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  received_at timestamptz,
  foreign key (order_id, line_position) references order_lines (order_id, position),
  constraint returns_restocked_when_received
    check (restocked_quantity between 0 and quantity and (restocked_quantity = 0 or state = 'received')),
  constraint returns_answered check ((state = 'asked') = (answered_at is null)),
  constraint returns_received check ((state = 'received') = (received_at is not null)),
  constraint returns_paid_when_over check (refund_id is null or (state in ('kept', 'received')))
);
create index returns_order on returns (order_id);
-- One open request per line.
create unique index returns_one_open_a_line on returns (order_id, line_position) where state = 'asked';
create index returns_open on returns (id) where state in ('asked', 'accepted');
create index returns_by_day on returns (asked_at, id);
create index returns_by_state on returns (state, id);
create index returns_by_reason on returns (reason, asked_at, id);
