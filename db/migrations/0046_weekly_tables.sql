-- This week's table: a few books, each with one signed sentence. Several are kept, such as one for each season; the one that
-- began last stands.
create table weekly_tables (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> ''),
  -- A sentence or two of the bookseller's on why these.
  introduction text not null check (introduction <> ''),
  -- The day in India from which it stands: `2026-11-23`, or `11-23` for that day of every year.
  begins text not null check (begins ~ '^([0-9]{4}-)?[0-9]{2}-[0-9]{2}$'),
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null
);

create table weekly_table_books (
  table_id text not null references weekly_tables (id) on delete cascade,
  book_id text not null references books (id) on delete cascade,
  position integer not null,
  sentence text not null check (sentence <> ''),
  -- Who says it.
  signature text not null check (signature <> ''),
  primary key (table_id, book_id),
  unique (table_id, position)
);
create index weekly_table_books_book on weekly_table_books (book_id);

create trigger weekly_tables_changed after insert or update or delete on weekly_tables for each statement execute function tell_catalogue_changed();
create trigger weekly_table_books_changed after insert or update or delete on weekly_table_books for each statement execute function tell_catalogue_changed();
