-- When a page last changed, as sitemaps and feeds tell it.

-- When a book last came to a shelf or left it: `category:…`, `author:…` and `series:…` of `listings.facets`, and
-- `reading-list:…`, also when the list's own words changed. Changes are noted beside it, so that nobody waits for anybody
-- else's, and a job takes them over.
create table shelf_changes (
  shelf text primary key,
  changed_at timestamptz not null
);
create table shelf_change_notes (
  id bigint generated always as identity primary key,
  shelf text not null,
  changed_at timestamptz not null default now()
);

-- What is on shelves already: its newest book. Before the triggers, whose locks are not to be held for as long.
insert into shelf_changes (shelf, changed_at)
select facet, max(added_at) from listings cross join unnest(facets) as facet
where facet ~ '^(category|author|series):' group by facet;
insert into shelf_changes (shelf, changed_at) select 'reading-list:' || id, created_at from reading_lists;

-- When an import was undone that had changed it: `field_origins` then tell the older dates again.
alter table works add column restored_at timestamptz;
alter table books add column restored_at timestamptz;
alter table authors add column restored_at timestamptz;

create function shelves_gained() returns trigger language plpgsql as $$
begin
  insert into shelf_change_notes (shelf)
  select distinct facet from is_now cross join unnest(facets) as facet where facet ~ '^(category|author|series):'
  union
  select 'reading-list:' || rl.reading_list_id
  from is_now n join books b on b.work_id = n.work_id join reading_list_books rl on rl.book_id = b.id;
  return null;
end
$$;
create trigger listings_gained after insert on listings referencing new table as is_now
  for each statement execute function shelves_gained();

create function shelves_lost() returns trigger language plpgsql as $$
begin
  insert into shelf_change_notes (shelf)
  select distinct facet from was cross join unnest(facets) as facet where facet ~ '^(category|author|series):'
  union
  select 'reading-list:' || rl.reading_list_id
  from was w join books b on b.work_id = w.work_id join reading_list_books rl on rl.book_id = b.id;
  return null;
end
$$;
create trigger listings_lost after delete on listings referencing old table as was
  for each statement execute function shelves_lost();

-- Compared as sets, as `listing_works_altered` does.
create function shelves_moved() returns trigger language plpgsql as $$
begin
  insert into shelf_change_notes (shelf)
  with before as (select work_id, unnest(facets) as shelf from was),
  after as (select work_id, unnest(facets) as shelf from is_now)
  select distinct shelf from (
    (table before except table after) union all (table after except table before)) altered
  where shelf ~ '^(category|author|series):';
  return null;
end
$$;
create trigger listings_moved after update on listings referencing old table as was new table as is_now
  for each statement execute function shelves_moved();

create function reading_list_written() returns trigger language plpgsql as $$
begin
  insert into shelf_change_notes (shelf) values ('reading-list:' || new.id);
  return null;
end
$$;
create trigger reading_lists_came after insert on reading_lists for each row execute function reading_list_written();
create trigger reading_lists_written after update on reading_lists for each row
  when ((old.title, old.summary, old.introduction) is distinct from (new.title, new.summary, new.introduction))
  execute function reading_list_written();

create function reading_list_books_touched() returns trigger language plpgsql as $$
begin
  insert into shelf_change_notes (shelf) select distinct 'reading-list:' || reading_list_id from touched;
  return null;
end
$$;
create trigger reading_list_books_came after insert on reading_list_books referencing new table as touched
  for each statement execute function reading_list_books_touched();
create trigger reading_list_books_moved after update on reading_list_books referencing new table as touched
  for each statement execute function reading_list_books_touched();
create trigger reading_list_books_went after delete on reading_list_books referencing old table as touched
  for each statement execute function reading_list_books_touched();
