-- The page of authors reads the first of them by name, however many there are.
create index authors_by_name on authors (name, id);
