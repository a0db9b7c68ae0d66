-- Logos and icons of looks, named by their content; a look that is published again needs those of before.
create table look_pictures (
  name text primary key check (name ~ '^[0-9a-f]{16}-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}(-dark|-pale)?[.](svg|png)$'),
  bytes bytea not null check (octet_length(bytes) between 1 and 300000),
  made_at timestamptz not null
);
