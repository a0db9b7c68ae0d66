-- Tokens of the API for writing and for reading private data. Only the hash of a token is stored.
create table api_tokens (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '^[a-z0-9-]{1,40}$'),
  token_hash bytea not null unique check (length(token_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['stock:write', 'orders:read']),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Updated at most once a minute.
  used_at timestamptz,
  ended_at timestamptz
);
-- A name can be used again once its token was revoked.
create unique index api_tokens_one_of_a_name on api_tokens (name) where ended_at is null;
