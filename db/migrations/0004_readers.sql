-- Readers who sign in with Google, where they are signed in, and what is theirs.

create table readers (
  id bigint generated always as identity primary key,
  -- Who said so, and the name it knows the person by. The e-mail address is no key: it changes hands.
  issuer text not null,
  sub text not null check (length(sub) between 1 and 255),
  name text not null check (length(name) between 1 and 120 and name !~ '[\r\n]'),
  -- Only an address that the issuer has verified.
  email text check (length(email) <= 254 and email !~ '[\r\n]'),
  phone text check (phone ~ '^\+91[6-9][0-9]{9}$'),
  picture_url text check (length(picture_url) <= 500),
  created_at timestamptz not null default now(),
  signed_in_at timestamptz not null default now(),
  unique (issuer, sub)
);

-- A browser that is signed in. It is over a week after it was last seen, or thirty days after the sign-in.
create table sessions (
  -- What may be shown: in the list of devices, in the browser's auth-token.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{16}$'),
  -- SHA-256 of the cookie's token; the token itself is never stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  reader_id bigint not null references readers (id) on delete cascade,
  -- In words, such as "Chrome on Windows".
  device text not null check (length(device) <= 60),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index sessions_reader on sessions (reader_id);
create index sessions_seen on sessions (seen_at);

-- On the way to Google and back: ten minutes, one use, in one browser.
create table sign_in_attempts (
  id uuid primary key,
  state_hash bytea not null unique check (length(state_hash) = 32),
  -- SHA-256 of the cookie that the browser was given when it set out.
  browser_hash bytea not null check (length(browser_hash) = 32),
  nonce text not null,
  code_verifier text not null,
  mode text not null check (mode in ('popup', 'redirect')),
  intent text not null check (intent in ('login', 'register')),
  -- Where the reader was: a path of the shop.
  next_path text not null check (next_path ~ '^/'),
  state text not null default 'pending' check (state in ('pending', 'taken', 'ok', 'cancelled', 'failed')),
  created_at timestamptz not null default now()
);
create index sign_in_attempts_age on sign_in_attempts (created_at);

-- A cart is a guest's, found by its cookie's token, or a reader's, on every device the same.
alter table carts alter column token_hash drop not null;
alter table carts add column reader_id bigint unique references readers (id) on delete cascade;
alter table carts add constraint carts_have_one_owner check (num_nonnulls(token_hash, reader_id) = 1);

-- Placed while signed in, or from the cart a reader brought along to the sign-in. Never by e-mail address.
alter table orders add column reader_id bigint references readers (id) on delete set null;
create index orders_reader on orders (reader_id, id) where reader_id is not null;
