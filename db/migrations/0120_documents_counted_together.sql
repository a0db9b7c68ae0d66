-- Counts the lines of all documents of a statement at once, because bills are issued many at a time.
create or replace function documents_are_counted() returns trigger language plpgsql as $$
begin
  perform write_sales_lines(min(id), max(id), true) from written;
  return null;
end
$$;
comment on function documents_are_counted() is 'Writes the lines of all documents of a statement into sales_lines.';
create or replace trigger documents_counted after insert on documents referencing new table as written
  for each statement execute function documents_are_counted();
