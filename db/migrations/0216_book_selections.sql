-- Books that a person looks up by a list of ISBNs, for a day.
create table book_selections (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id),
  book_ids text[] not null,
  -- What was typed and is no ISBN of a book in the shop.
  unknown text[] not null,
  created_at timestamptz not null
);
create index book_selections_age on book_selections (created_at);
