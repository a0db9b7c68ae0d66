-- Wishlists.

create table wishlists (
  id bigint generated always as identity primary key,
  reader_id bigint not null references readers (id) on delete cascade,
  name text not null check (length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  -- Last part of the public link; null while the list is private.
  secret text unique check (secret ~ '^[A-Za-z0-9_-]{43}$'),
  -- Whether the reader wants letters about lower prices.
  tells_cheaper boolean not null default false,
  tells_back boolean not null default false,
  -- Identifies the list in the unsubscribe link of its letters.
  leave_token text not null unique check (leave_token ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null default now(),
  unique (id, reader_id)
);
create index wishlists_of_reader on wishlists (reader_id, id);

-- A book is on at most one list of a reader.
create table wishes (
  reader_id bigint references readers (id) on delete cascade,
  book_id text references books (id) on delete cascade,
  wishlist_id bigint not null,
  note text not null default '' check (length(note) <= 300 and note !~ '[[:cntrl:]]'),
  -- The price when it was added, and the lowest price that a letter has announced since.
  price_paise integer not null check (price_paise > 0),
  told_paise integer check (told_paise > 0),
  -- Time of the last letter about it.
  told_at timestamptz,
  -- Whether the book is out of stock and its list asks for a letter when it is back.
  is_awaited boolean not null default false,
  -- SHA-256 of the cookie of the friend who gives the book. The reader never learns it.
  gift_hash bytea check (length(gift_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (reader_id, book_id),
  foreign key (wishlist_id, reader_id) references wishlists (id, reader_id) on delete cascade
);
create index wishes_on_list on wishes (wishlist_id, created_at);
create index wishes_for_book on wishes (book_id);
