-- Stock: copies per book, their moves, and reservations.

create table stock (
  book_id text primary key references books (id) on delete cascade,
  on_hand integer not null default 0,
  reserved integer not null default 0,
  -- Stock level from which the book counts as low; null: the shop's own level.
  low_level integer check (low_level between 0 and 10000),
  -- Where its copies are in the shop, such as "A3, left"; empty if unknown.
  place text not null default '' check (length(place) <= 40),
  constraint stock_reserved_at_most_on_hand check (0 <= reserved and reserved <= on_hand)
);
create index stock_low_level on stock (book_id) where low_level is not null;
create index stock_place on stock (lower(place) text_pattern_ops, book_id) where place <> '';

create trigger stock_added after insert or delete on stock for each statement execute function tell_catalogue_changed();

create function stock_words_altered() returns trigger language plpgsql as $$
begin
  perform announce_books(array(
    select b.id from books known join books b on b.work_id = known.work_id where known.id = new.book_id));
  return null;
end
$$;
comment on function stock_words_altered() is 'Sends NOTIFY catalogue_changed with the ids of all editions of the work.';
-- Most sales do not change the words that pages show: "In stock", "Only 3 left", "Back soon".
create trigger stock_words_changed after update on stock for each row
  when (least(old.on_hand - old.reserved, 6) is distinct from least(new.on_hand - new.reserved, 6))
  execute function stock_words_altered();

create table stock_moves (
  id bigint generated always as identity primary key,
  book_id text not null references books (id) on delete cascade,
  delta integer not null check (delta <> 0),
  cause text not null check (cause in ('received', 'sale', 'return', 'correction')),
  order_id bigint references orders (id),
  created_at timestamptz not null default now(),
  -- The import that a correction belongs to.
  import_id bigint constraint stock_moves_import references imports (id),
  -- Who made the move: a member of staff, or a program such as a till's token or the command line.
  staff_id bigint constraint stock_moves_staff references staff (id),
  program text not null default '',
  reason text not null default '' check (length(reason) <= 300),
  check ((cause in ('sale', 'return')) = (order_id is not null))
);
create index stock_moves_book on stock_moves (book_id);
create unique index stock_moves_one_sale_a_line on stock_moves (order_id, book_id) where cause = 'sale';
-- The best sellers of 30 days.
create index stock_moves_sales on stock_moves (created_at) include (book_id, delta) where cause = 'sale';
-- Copies of a book sold in the last weeks.
create index stock_moves_sold on stock_moves (book_id, created_at) include (delta) where cause = 'sale';

create table reservations (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  book_id text not null references books (id),
  quantity integer not null check (quantity > 0),
  state text not null check (state in ('held', 'committed', 'released')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (order_id, book_id)
);
create index reservations_held on reservations (expires_at) where state = 'held';
create index reservations_book on reservations (book_id);

-- Readers who want an e-mail when a book is back in stock.
create table stock_requests (
  id bigint generated always as identity primary key,
  book_id text not null references books (id) on delete cascade,
  email text not null check (email !~ '[\r\n]'),
  created_at timestamptz not null default now(),
  told_at timestamptz
);
create unique index stock_requests_open on stock_requests (book_id, lower(email)) where told_at is null;
create index stock_requests_mailbox on stock_requests (mailbox_of(email), created_at);
create index stock_requests_address on stock_requests (lower(email));
