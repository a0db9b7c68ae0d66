-- What readers wish for: lists with names, and the books on them.

create table wishlists (
  id bigint generated always as identity primary key,
  reader_id bigint not null references readers (id) on delete cascade,
  name text not null check (length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  -- The last part of the link for friends; null while the list is the reader's alone.
  secret text unique check (secret ~ '^[A-Za-z0-9_-]{43}$'),
  -- Letters come by choice only.
  tells_cheaper boolean not null default false,
  tells_back boolean not null default false,
  -- Names the list in the link that ends its letters.
  leave_token text not null unique check (leave_token ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null default now(),
  unique (id, reader_id)
);
create index wishlists_of_reader on wishlists (reader_id, id);

-- A book stands on one list of a reader, so it is wished for or it is not.
create table wishes (
  reader_id bigint not null references readers (id) on delete cascade,
  book_id text not null references books (id) on delete cascade,
  wishlist_id bigint not null,
  note text not null default '' check (length(note) <= 300 and note !~ '[[:cntrl:]]'),
  -- What it cost when it was put on the list, and the lowest price a letter has told of since.
  price_paise integer not null check (price_paise > 0),
  told_paise integer check (told_paise > 0),
  -- The last letter about it.
  told_at timestamptz,
  -- It was sold out while its list tells of books that are back.
  is_awaited boolean not null default false,
  -- A friend is getting it: SHA-256 of that friend's cookie. The reader is never told.
  gift_hash bytea check (length(gift_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (reader_id, book_id),
  foreign key (wishlist_id, reader_id) references wishlists (id, reader_id) on delete cascade
);
create index wishes_on_list on wishes (wishlist_id, created_at);
create index wishes_for_book on wishes (book_id);
