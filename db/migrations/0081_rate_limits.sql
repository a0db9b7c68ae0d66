-- What networks have used up of their limits, for all processes of a shop together. Nothing of it is missed after a crash, so it is
-- not logged. Rows that are full again are deleted once a minute.
create unlogged table rate_limits (
  -- What is limited, and whose it is, such as `shop code 203.0.113.9`.
  bucket text primary key,
  -- When all of it may be used again.
  full_at timestamptz not null
);
