-- Pictures of bookplates that readers made to send.
create table shared_plates (
  secret text primary key,
  order_id bigint not null,
  book_id text not null,
  picture bytea not null,
  created_at timestamptz not null,
  unique (order_id, book_id),
  foreign key (order_id, book_id) references order_lines (order_id, book_id) on delete cascade
);
