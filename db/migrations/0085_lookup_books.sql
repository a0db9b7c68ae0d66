-- What files told of books that the shop does not have, by ISBN: the form of a new book is filled in from it.

create table lookup_books (
  isbn13 text primary key,
  -- Of a book record as an import reads it, what that form can hold.
  record jsonb not null,
  -- The import of its file. None: the shop had the book itself until somebody deleted it.
  import_id bigint references imports (id),
  -- A record that was read later counts.
  read_at timestamptz not null,
  constraint lookup_books_isbn13_check check (isbn13 ~ '^97[89][0-9]{10}$')
);
create index lookup_books_import on lookup_books (import_id);

-- An import may be made for looking up only.
alter table imports drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('catalogue', 'stock', 'covers', 'lookup'));
alter table import_work drop constraint import_work_kind_check,
  add constraint import_work_kind_check check (kind in ('books', 'stock', 'covers', 'lookup', 'undo'));
