-- What other programs read and write: tokens for tills and suppliers, and the orders of the lists that they read on.

-- Who may write, or read what is not public. Of the token itself only its hash is stored.
create table api_tokens (
  id bigint generated always as identity primary key,
  name text not null,
  token_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Written at most once a minute.
  used_at timestamptz,
  ended_at timestamptz,
  constraint api_tokens_name_check check (name ~ '^[a-z0-9-]{1,40}$'),
  constraint api_tokens_token_hash_check check (length(token_hash) = 32),
  constraint api_tokens_scopes_check
    check (cardinality(scopes) > 0 and scopes <@ array['stock:write', 'orders:read']),
  constraint api_tokens_token_hash_key unique (token_hash)
);
-- A name is free again when its token was ended.
create unique index api_tokens_one_of_a_name on api_tokens (name) where ended_at is null;

-- Lists go on after the last row that was read, however many rows there are.
create index books_listed on books (id) where is_listed;
create index orders_paid_changed on orders (updated_at, id) where paid_at is not null;
