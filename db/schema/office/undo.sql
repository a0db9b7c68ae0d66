-- Undo by row images: while an action of the desk runs (`endpaper.undoable` is `on`), triggers store each row that it
-- changes in one of the tables below, before and after the change. The audit log entry then takes these images over
-- (`record_changes`: the table as `kind`, the primary key as `key`). Outside an action each changed row costs one check
-- of the setting.

-- Rows changed by transactions that are still running.
create table changed_rows (
  transaction xid8 not null,
  kind text not null,
  key jsonb not null,
  -- Null for a row that did not exist, or does not exist any more.
  before jsonb,
  after jsonb,
  primary key (transaction, kind, key)
);

-- The given columns of a row.
create function columns_of(image jsonb, columns text[]) returns jsonb immutable language sql
return (select jsonb_object_agg(c, image -> c) from unnest(columns) c);

-- Stores a row before and after a change: all columns if it was inserted or deleted, otherwise the columns that differ.
-- A row that changed earlier in the transaction has one note: its first state and its last.
create function note_row(kind text, key jsonb, before jsonb, after jsonb) returns void language plpgsql as $$
#variable_conflict use_column
begin
  insert into changed_rows as noted (transaction, kind, key, before, after) values (pg_current_xact_id(), $1, $2, $3, $4)
  on conflict (transaction, kind, key) do update set
    before = case when noted.before is not null then coalesce(excluded.before, '{}') || noted.before end,
    after = case when excluded.after is not null then coalesce(noted.after, '{}') || excluded.after end;
end
$$;

-- Arguments: the columns of the primary key, and the other columns to store, by default all. Stores only columns that
-- differ: whole rows of 1,000 books take twice as long.
create function note_changed_row() returns trigger language plpgsql as $$
declare
  key_columns text[] := string_to_array(tg_argv[0], ' ');
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_key jsonb;
  new_key jsonb;
begin
  if tg_nargs > 1 then
    was := columns_of(was, key_columns || string_to_array(tg_argv[1], ' '));
    is_now := columns_of(is_now, key_columns || string_to_array(tg_argv[1], ' '));
  end if;
  select jsonb_object_agg(c, was -> c), jsonb_object_agg(c, is_now -> c) into old_key, new_key from unnest(key_columns) c;
  if tg_op = 'INSERT' then
    perform note_row(tg_table_name, new_key, null, is_now);
  elsif tg_op = 'DELETE' then
    perform note_row(tg_table_name, old_key, was, null);
  elsif old_key <> new_key then
    -- A change of the primary key is stored as a deletion and an insertion.
    perform note_row(tg_table_name, old_key, was, null);
    perform note_row(tg_table_name, new_key, null, is_now);
  else
    select jsonb_object_agg(name, value), jsonb_object_agg(name, is_now -> name) into was, is_now
    from jsonb_each(was) c (name, value) where value is distinct from is_now -> name;
    if was is not null then perform note_row(tg_table_name, old_key, was, is_now); end if;
  end if;
  return null;
end
$$;

comment on function note_changed_row() is 'Notes the row before and after the change, for an undo, while an action of the desk runs.';

do $$
declare
  undoable record;
begin
  for undoable in
    select * from (values
      ('books', 'id', null, 'insert or update or delete'),
      ('works', 'id', null, 'insert or update or delete'),
      ('work_contributors', 'work_id author_id role', null, 'insert or update or delete'),
      ('work_categories', 'work_id category_id', null, 'insert or update or delete'),
      ('series_works', 'series_id work_id', null, 'insert or update or delete'),
      ('work_subjects', 'work_id scheme code', null, 'insert or update or delete'),
      ('authors', 'id', null, 'insert or update or delete'),
      ('author_names', 'author_id script', null, 'insert or update or delete'),
      ('author_aliases', 'name_key author_id', null, 'insert or update or delete'),
      ('author_identifiers', 'scheme value', null, 'insert or update or delete'),
      ('series', 'id', null, 'insert or update or delete'),
      ('categories', 'id', null, 'insert or update or delete'),
      ('subject_categories', 'scheme code', null, 'insert or update or delete'),
      ('moved_addresses', 'kind old_id', null, 'insert or update or delete'),
      ('joined_works', 'old_id', null, 'insert or update or delete'),
      ('translations', 'work_id', null, 'insert or update or delete'),
      ('named_translations', 'work_id source reference', null, 'insert or update or delete'),
      ('cover_designs', 'work_id', null, 'insert or update or delete'),
      ('opening_pages', 'work_id language', null, 'insert or update or delete'),
      ('excerpts', 'work_id', null, 'insert or update or delete'),
      ('bundles', 'id', null, 'insert or update or delete'),
      ('bundle_books', 'bundle_id book_id', null, 'insert or update or delete'),
      ('promotions', 'code', null, 'insert or update or delete'),
      ('reading_lists', 'id', null, 'insert or update or delete'),
      ('reading_list_books', 'reading_list_id book_id', null, 'insert or update or delete'),
      ('weekly_tables', 'id', null, 'insert or update or delete'),
      ('weekly_table_books', 'table_id book_id', null, 'insert or update or delete'),
      ('home_window', 'id', null, 'insert or update or delete'),
      -- A published window stays listed for ever, so undo does not reset `published_at`.
      ('windows', 'id', null, 'insert or update of name, content, due_at or delete'),
      ('pages', 'id', null, 'insert or update or delete'),
      ('shop_settings', 'name', null, 'insert or update or delete'),
      ('suppliers', 'id', null, 'insert or update or delete'),
      ('supplier_payments', 'id', null, 'insert or update or delete'),
      ('stock_choices', 'is_only', null, 'insert or update or delete'),
      -- Stock changes all the time: only some columns are undone, and moves and prices are deleted only with their
      -- book.
      ('stock', 'book_id', null, 'update of on_hand, low_level, place or delete'),
      ('stock_moves', 'id', null, 'delete'),
      ('price_changes', 'id', null, 'delete'),
      ('delivery_lines', 'delivery_id code', 'shelved mrp_paise cost_paise', 'update of shelved'),
      ('stocktake_lines', 'stocktake_id code', 'book_id', 'update of book_id'),
      -- Of reviews only the work and the position, not the reader's text.
      ('reviews', 'id', 'work_id testimonial_position', 'update of work_id, testimonial_position'),
      ('shipments', 'order_id place', 'carrier tracking_number tracking_url', 'update of carrier, tracking_number, tracking_url')
    ) as t (name, key_columns, noted, events)
  loop
    execute format(
      'create trigger noted_for_undo after %s on %I for each row
       when (current_setting(''endpaper.undoable'', true) = ''on'') execute function note_changed_row(%L%s)',
      undoable.events, undoable.name, undoable.key_columns, coalesce(', ' || quote_literal(undoable.noted), ''));
  end loop;
end
$$;

-- An undo reads and writes rows of any of these tables, so the statements are built from names of tables and columns.

create function names_of(names jsonb, prefix text) returns text immutable language sql
return (select string_agg(prefix || format('%I', name), ', ' order by name) from jsonb_object_keys(names) name);

-- The present rows with these keys, locked until the transaction ends.
create function hold_rows(kind text, keys jsonb) returns setof jsonb language plpgsql as $$
begin
  return query execute format(
    'select to_jsonb(t) from %1$I t where (%2$s) in (select %2$s from jsonb_populate_recordset(null::%1$I, $1))
     order by %2$s for update', kind, names_of(keys -> 0, '')) using keys;
end
$$;

-- Inserts deleted rows again. A column that was added since the deletion gets its default.
create function insert_rows(kind text, images jsonb) returns void language plpgsql as $$
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

-- Updates columns: `changes` is a list of `{key, fields}`. Columns that are in no change are not set, because triggers
-- look at them.
create function set_rows(kind text, changes jsonb) returns void language plpgsql as $$
declare
  columns text[] := array(
    select distinct format('%I', name) from jsonb_array_elements(changes) change, jsonb_object_keys(change -> 'fields') name);
begin
  execute format(
    'update %1$I t set (%2$s) = (select %3$s from jsonb_populate_record(t, change.fields) n)
     from jsonb_to_recordset($1) change (key jsonb, fields jsonb), lateral jsonb_populate_record(null::%1$I, change.key) k
     where (%4$s) = (%5$s)',
    kind, array_to_string(columns, ', '), 'n.' || array_to_string(columns, ', n.'),
    names_of(changes -> 0 -> 'key', 't.'), names_of(changes -> 0 -> 'key', 'k.')) using changes;
end
$$;

-- Deletes inserted rows.
create function delete_rows(kind text, keys jsonb) returns void language plpgsql as $$
begin
  execute format('delete from %1$I t where (%2$s) in (select %2$s from jsonb_populate_recordset(null::%1$I, $1))',
    kind, names_of(keys -> 0, '')) using keys;
end
$$;
