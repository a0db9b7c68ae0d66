-- The queue of e-mails, with those already sent.

create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  order_id bigint references orders (id),
  to_address text not null check (to_address !~ '[\r\n]'),
  facts jsonb not null default '{}',
  state text not null default 'due' check (state in ('due', 'sent', 'dead')),
  tries integer not null default 0,
  last_error text not null default '',
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  -- Distinguishes the letters of one kind for an order, such as the number of a parcel.
  subject_key text not null default '',
  message_id text,
  -- The account that a letter concerns, if no order: deleting the account deletes the letter.
  reader_id bigint references readers (id) on delete cascade,
  -- When an undeliverable letter was dismissed at the desk.
  seen_at timestamptz
);
create index outbox_due on outbox (due_at) where state = 'due';
create unique index outbox_one_letter on outbox (kind, order_id, subject_key) nulls not distinct;
create index outbox_order on outbox (order_id);
create index outbox_reader on outbox (reader_id) where reader_id is not null;
create index outbox_mailbox on outbox (mailbox_of(to_address), created_at)
  where kind in ('contact-received', 'contact-for-shop', 'book-request-received', 'book-request-for-shop',
    'newsletter-confirm', 'confirm-email');
-- Counts the letters to a mailbox in a day. `outbox_mailbox` is for processes of the version before; the next version
-- drops it.
create index outbox_by_mailbox on outbox (mailbox_of(to_address), created_at);
create index outbox_dead on outbox (created_at) where state = 'dead';
-- For the export of a person's data.
create index outbox_address on outbox (lower(to_address));
-- Makes `outbox_dead` redundant, which can be dropped.
create index outbox_dead_unseen on outbox (created_at, id) where state = 'dead' and seen_at is null;
