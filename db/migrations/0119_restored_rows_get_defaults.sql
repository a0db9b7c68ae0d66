-- A row that was deleted before a column was added can be restored: the column gets its default.
create or replace function insert_rows(kind text, images jsonb) returns void language plpgsql as $$
declare
  columns text := (
    select string_agg(format('%I', a.attname), ', ') from pg_attribute a
    where a.attrelid = format('public.%I', kind)::regclass and a.attnum > 0 and not a.attisdropped
      and exists (select from jsonb_array_elements(images) image where image ? a.attname));
begin
  execute format(
    'insert into %1$I (%2$s) overriding system value select %2$s from jsonb_populate_recordset(null::%1$I, $1)', kind, columns)
    using images;
end
$$;
