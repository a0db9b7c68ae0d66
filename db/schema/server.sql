-- Tables of the server: background jobs, purges of a CDN, backups and rate limits.

-- Background jobs, one row each: when the job runs next, and how its runs ended. A row is created when the shop opens.
create table jobs (
  name text primary key,
  -- When the job is due. The process that takes a run sets a later time, so that no other process takes the same run.
  next_run_at timestamptz not null default now(),
  -- Number of runs; the log names a run by it.
  runs bigint not null default 0,
  started_at timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failures bigint not null default 0,
  failures_in_a_row integer not null default 0,
  last_error text not null default ''
);

-- Purges that a CDN must still accept, in a shop that has one. Each is sent twice.
create table cdn_purges (
  id bigint generated always as identity primary key,
  -- The changed books; null if all pages must be purged.
  book_ids text[],
  due_at timestamptz not null default now(),
  is_repeat boolean not null default false
);

-- One row per night, however many shops use the database.
create table made_backups (
  night date primary key,
  made_at timestamptz not null,
  -- The location as text: a folder and its machine, or the address of a bucket.
  place text not null,
  bytes bigint not null,
  -- A backup that lacks pictures is made again on request.
  missing_covers integer not null default 0
);

-- Rate limits per network, shared by all processes. Unlogged: losing them in a crash does no harm. Full buckets are
-- deleted once a minute.
create unlogged table rate_limits (
  -- Scope, kind of limit and network, such as `shop code 203.0.113.9`.
  bucket text primary key,
  -- When the bucket is full again.
  full_at timestamptz not null
);
