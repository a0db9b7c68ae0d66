-- Carts of guests and readers.

create table carts (
  id bigint generated always as identity primary key,
  -- SHA-256 of the cookie's token; the token itself is never stored.
  token_hash bytea unique check (length(token_hash) = 32),
  promotion_code text references promotions (code) on delete set null,
  -- Optimistic lock: every change increments it. An order refers to one version of its cart.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reader_id bigint unique references readers (id) on delete cascade,
  -- The last removal, for undo: {"lines": [{bookId, quantity, createdAt}]}.
  taken_out jsonb,
  constraint carts_have_one_owner check (num_nonnulls(token_hash, reader_id) = 1)
);

create table cart_lines (
  cart_id bigint references carts (id) on delete cascade,
  book_id text references books (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 20),
  created_at timestamptz not null default now(),
  primary key (cart_id, book_id)
);
create index cart_lines_book on cart_lines (book_id);
