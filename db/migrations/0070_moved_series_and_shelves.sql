-- The address of a series or a category that was joined with another one leads there, as those of books and authors do.
alter table moved_addresses drop constraint moved_addresses_kind_check;
alter table moved_addresses add constraint moved_addresses_kind_check
  check (kind in ('book', 'author', 'series', 'category')) not valid;
alter table moved_addresses validate constraint moved_addresses_kind_check;
