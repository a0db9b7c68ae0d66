-- Books that were sold at the counter without a record: title and MRP were typed there.
create table typed_books (
  book_id text primary key constraint typed_books_book references books (id) on delete cascade,
  -- The sale.
  order_id bigint not null references orders (id)
);
create index typed_books_order on typed_books (order_id);
