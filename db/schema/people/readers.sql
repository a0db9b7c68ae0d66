-- Customers: sign-in, account, addresses and consents.

create table readers (
  id bigint generated always as identity primary key,
  -- OpenID Connect issuer and subject. They identify the reader; the e-mail address does not, because its owner may
  -- change.
  issuer text not null,
  sub text not null check (length(sub) between 1 and 255),
  name text not null check (length(name) between 1 and 120 and name !~ '[\r\n]'),
  -- The e-mail address; stored only if the issuer has verified it.
  email text check (length(email) <= 254 and email !~ '[\r\n]'),
  phone text check (phone ~ '^\+91[6-9][0-9]{9}$'),
  picture_url text check (length(picture_url) <= 500),
  created_at timestamptz not null default now(),
  signed_in_at timestamptz not null default now(),
  unique (issuer, sub)
);
-- The desk finds readers by prefixes of the words of the name, of the e-mail address and of the phone number.
create index readers_words on readers
  using gin (array_to_tsvector(array_remove(string_to_array(search_form(fold_text(name)), ' '), '')));
create index readers_by_email on readers (lower(email) text_pattern_ops);
create index readers_by_phone on readers (phone text_pattern_ops);

-- Passwords, required before an e-mail change, an export and the deletion of an account; never at sign-in.
create table account_passwords (
  reader_id bigint primary key references readers (id) on delete cascade,
  hash text not null check (hash ~ '^\$argon2id\$v=19\$m=[0-9]+,t=[0-9]+,p=[0-9]+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$'),
  -- Failed attempts since the last success, and the time of the last one.
  tries integer not null default 0 check (tries >= 0),
  tried_at timestamptz,
  set_at timestamptz not null default now()
);

-- A new e-mail address that is not confirmed yet; only the latest one counts.
create table email_changes (
  reader_id bigint primary key references readers (id) on delete cascade,
  -- Part of the letter's signed link.
  id uuid not null unique,
  email text not null check (length(email) <= 254 and email !~ '[\r\n]'),
  created_at timestamptz not null default now()
);

-- A signed-in browser. It expires a week after its last visit and thirty days after the sign-in.
create table sessions (
  -- A public id, for the list of devices and the browser's `auth-token`.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{16}$'),
  -- SHA-256 of the cookie's token; the token itself is never stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  reader_id bigint not null references readers (id) on delete cascade,
  -- The device as text, such as "Chrome on Windows".
  device text not null check (length(device) <= 60),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index sessions_reader on sessions (reader_id);
create index sessions_seen on sessions (seen_at);

-- A sign-in at Google that has begun: valid for ten minutes, once, in one browser.
create table sign_in_attempts (
  id uuid primary key,
  state_hash bytea not null unique check (length(state_hash) = 32),
  -- SHA-256 of the cookie that the browser got when it began.
  browser_hash bytea not null check (length(browser_hash) = 32),
  nonce text not null,
  code_verifier text not null,
  mode text not null check (mode in ('popup', 'redirect')),
  intent text not null check (intent in ('login', 'register')),
  -- Path to return to.
  next_path text not null check (next_path ~ '^/'),
  state text not null default 'pending' check (state in ('pending', 'taken', 'ok', 'cancelled', 'failed')),
  created_at timestamptz not null default now()
);
create index sign_in_attempts_age on sign_in_attempts (created_at);

create table addresses (
  id bigint generated always as identity primary key,
  reader_id bigint not null references readers (id) on delete cascade,
  -- The recipient, who need not be the reader.
  name text not null check (length(name) between 1 and 120),
  phone text not null check (phone ~ '^\+91[6-9][0-9]{9}$'),
  address_line1 text not null check (length(address_line1) between 1 and 200),
  address_line2 text not null default '' check (length(address_line2) <= 200),
  city text not null check (length(city) between 1 and 100),
  state_code text not null check (state_code ~ '^[A-Z]{2}$'),
  pin text not null check (pin ~ '^[1-9][0-9]{5}$'),
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create index addresses_reader on addresses (reader_id);
create unique index addresses_one_default on addresses (reader_id) where is_default;

-- Every consent and every refusal; the latest one of a purpose counts. A purpose without a row is refused.
create table consents (
  id bigint generated always as identity primary key,
  reader_id bigint not null references readers (id) on delete cascade,
  purpose text not null check (purpose = 'review-letters'),
  is_given boolean not null,
  -- The text that the reader agreed to.
  wording text not null,
  created_at timestamptz not null default now()
);
create index consents_reader on consents (reader_id, purpose, id);
