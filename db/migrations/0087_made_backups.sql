-- The backup of each night, wherever it was made: several shops on one database make one between them.
create table made_backups (
  night date primary key,
  made_at timestamptz not null,
  -- Where it was put, as a person reads it: a folder and its machine, or the address of a bucket.
  place text not null,
  bytes bigint not null
);
