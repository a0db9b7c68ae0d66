-- The wanted books, and those with a level of their own, that were low in stock when a job counted them, in the order in
-- which the desk proposes to order.
create table low_books (
  book_id text primary key constraint low_books_book references books (id) on delete cascade,
  waiting integer not null,
  sold30 integer not null,
  sold90 integer not null
);
create index low_books_first on low_books (waiting desc, sold30 desc, sold90 desc, book_id);
