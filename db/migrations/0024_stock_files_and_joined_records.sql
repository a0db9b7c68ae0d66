-- Copies as a till's file counts them, and works and authors that are joined by hand.

-- The import that a correction belongs to; the check is validated apart, so that orders wait for neither.
alter table stock_moves add column import_id bigint;
alter table stock_moves add constraint stock_moves_import foreign key (import_id) references imports (id) not valid;
alter table stock_moves validate constraint stock_moves_import;

-- What imports knew a work by that was joined to another one: they lead to that one from then on.
create table joined_works (
  old_id text primary key,
  work_id text not null references works (id) on delete cascade,
  match_key text,
  source text,
  work_reference text,
  joined_at timestamptz not null default now()
);
create index joined_works_work on joined_works (work_id);
create index joined_works_match on joined_works (match_key) where match_key is not null;
create index joined_works_reference on joined_works (source, work_reference) where work_reference is not null;

-- Other names that imports know an author by.
create table author_aliases (
  name_key text not null,
  author_id text not null references authors (id) on delete cascade,
  primary key (name_key, author_id)
);
create index author_aliases_author on author_aliases (author_id);
