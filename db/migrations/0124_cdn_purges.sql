-- Purges that a CDN must still accept. A shop of the previous version sends its purges at once, and stores none.
create table cdn_purges (
  id bigint generated always as identity primary key,
  -- The changed books; null if all pages must be purged.
  book_ids text[],
  due_at timestamptz not null default now(),
  is_repeat boolean not null default false
);
