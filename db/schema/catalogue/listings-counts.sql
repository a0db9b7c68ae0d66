-- Derived from listings: works by shelf, counts, and when the page of a shelf last changed.

-- Works by category (without subcategories) and by author, best rated first: `category:…` and `author:…` of
-- `listings.facets`. The index covers what such lists filter by.
create table shelf_places (
  facet text not null,
  rating_rank bigint not null,
  work_id text not null,
  -- Whether it is the main category of the work.
  is_main boolean not null,
  -- Language of the edition that lists show.
  language text not null
);
create unique index shelf_places_in_order on shelf_places (facet, rating_rank desc, work_id) include (is_main, language);

-- Numbers of listed works (`books`) and authors (`authors`, `authors:m`, `authors:mi`), and of works by category and
-- language. Triggers append to catalogue_count_changes, so that no transaction waits for another, and a job adds the
-- changes up.
create table catalogue_counts (
  name text primary key,
  number integer not null
);

create table catalogue_count_changes (
  id bigint generated always as identity primary key,
  name text not null,
  number integer not null
);
create index catalogue_count_changes_name on catalogue_count_changes (name);

-- When the page of a category, author, series or reading list last changed, for sitemaps and feeds. Triggers append to
-- shelf_change_notes, so that no transaction waits for another, and a job applies these rows.
create table shelf_changes (
  shelf text primary key,
  changed_at timestamptz not null
);

create table shelf_change_notes (
  id bigint generated always as identity primary key,
  shelf text not null,
  changed_at timestamptz not null default now()
);

-- Updates places and counts for facets of works that were listed (number 1) or unlisted (-1); `books` is the facet of
-- every work.
create function note_listed(facets text[], ranks bigint[], works text[], numbers int[]) returns void language plpgsql as $$
begin
  delete from shelf_places p using unnest(facets, ranks, works, numbers) as d (facet, rating_rank, work_id, number)
  where d.number < 0 and p.facet = d.facet and p.rating_rank = d.rating_rank and p.work_id = d.work_id;
  insert into shelf_places (facet, rating_rank, work_id, is_main, language)
  select d.facet, d.rating_rank, d.work_id, coalesce(wc.position = 0, false), b.language
  from unnest(facets, ranks, works, numbers) as d (facet, rating_rank, work_id, number)
    join books b on b.work_id = d.work_id and b.is_main
    left join work_categories wc on wc.work_id = d.work_id and 'category:' || wc.category_id = d.facet
  where d.number > 0 and (wc.work_id is not null or d.facet like 'author:%')
  on conflict do nothing;
  insert into stale_authors (author_id)
  select distinct substr(d.facet, 8) from unnest(facets, works, numbers) as d (facet, work_id, number)
  where d.facet like 'author:%' group by d.facet, d.work_id having sum(d.number) <> 0;
  insert into catalogue_count_changes (name, number)
  select d.facet, sum(d.number) from unnest(facets, numbers) as d (facet, number)
  where d.facet = 'books' or d.facet like 'category:%' or d.facet like 'language:%'
  group by d.facet having sum(d.number) <> 0 order by d.facet;
end
$$;

-- Processes all facets in one pass. The books are looked up one by one: a join would read the whole table.
create function listings_came() returns trigger language plpgsql as $$
begin
  if not exists (select from is_now) then return null; end if;
  insert into shelf_places (facet, rating_rank, work_id, is_main, language)
  select place.facet, l.rating_rank, l.work_id, place.is_main, b.language
  from is_now l cross join lateral (select language from books where id = l.book_id offset 0) b
    cross join lateral (
      select 'category:' || wc.category_id as facet, wc.position = 0 as is_main
      from work_categories wc where wc.work_id = l.work_id and 'category:' || wc.category_id = any(l.facets)
      union all select facet, false from unnest(l.facets) facet where facet like 'author:%') place
  order by place.facet, l.rating_rank desc, l.work_id
  on conflict do nothing;
  with came as (
    select facet, count(*) as number from (select unnest(facets || 'books'::text) as facet from is_now) each
    where facet like any ('{author:%,series:%,category:%,language:%,books}') group by facet),
  of_authors as (
    insert into stale_authors (author_id) select substr(facet, 8) from came where facet like 'author:%'),
  of_names as (
    insert into stale_names (facet) select facet from came where facet like any ('{author:%,series:%,category:%}')),
  of_shelves as (
    insert into shelf_change_notes (shelf) select facet from came where facet like any ('{author:%,series:%,category:%}'))
  insert into catalogue_count_changes (name, number)
  select facet, number from came where facet like any ('{category:%,language:%,books}') order by facet;
  perform announce_catalogue();
  return null;
end
$$;
comment on function listings_came() is
  'Adds the works to shelf_places and the counts, notes the change of their shelves, queues their authors and names, and sends NOTIFY catalogue_changed.';
create trigger listings_came after insert on listings referencing new table as is_now
  for each statement execute function listings_came();

create function listings_went() returns trigger language plpgsql as $$
begin
  if not exists (select from was) then return null; end if;
  perform note_listed(array_agg(d.facet), array_agg(d.rating_rank), array_agg(d.work_id), array_agg(-1))
  from (select unnest(facets || 'books'::text) as facet, rating_rank, work_id from was) d;
  perform announce_catalogue();
  return null;
end
$$;
comment on function listings_went() is
  'Removes the works from shelf_places and the counts, queues their authors, and sends NOTIFY catalogue_changed.';
create trigger listings_went after delete on listings referencing old table as was
  for each statement execute function listings_went();

create function listings_altered() returns trigger language plpgsql as $$
begin
  if not exists (select from was) then return null; end if;
  perform note_listed(array_agg(d.facet), array_agg(d.rating_rank), array_agg(d.work_id), array_agg(d.number))
  from (
    select facet, rating_rank, work_id, sum(number)::int as number
    from (
      select unnest(facets) as facet, rating_rank, work_id, -1 as number from was
      union all select unnest(facets), rating_rank, work_id, 1 from is_now) both_sides
    group by facet, rating_rank, work_id having sum(number) <> 0) d;
  if (select count(*) from (select from is_now limit 101) counted) <= 100 and not exists (
    select work_id, book_id, array(select facet from unnest(facets) facet where facet <> 'available' and facet not like 'rating:%' order by facet)
    from is_now
    except select work_id, book_id, array(select facet from unnest(facets) facet where facet <> 'available' and facet not like 'rating:%' order by facet)
    from was) then
    perform announce_books(array(
      select book_id from (
        select work_id, book_id, title, words, facets, rating_rank, price_paise, added_at from is_now
        except select work_id, book_id, title, words, facets, rating_rank, price_paise, added_at from was) altered));
  elsif exists (
    select work_id, book_id, title, words, facets, rating_rank, price_paise, added_at from is_now
    except select work_id, book_id, title, words, facets, rating_rank, price_paise, added_at from was) then
    perform announce_catalogue();
  end if;
  return null;
end
$$;
comment on function listings_altered() is
  'Updates shelf_places and the counts, and sends NOTIFY catalogue_changed: with ids of books that stayed on their shelves.';
create trigger listings_altered after update on listings referencing old table as was new table as is_now
  for each statement execute function listings_altered();

create function place_details_altered() returns trigger language plpgsql as $$
begin
  update shelf_places p
  set is_main = coalesce(wc.position = 0, false), language = b.language
  from listings l join books b on b.id = l.book_id
    cross join unnest(l.facets) as f (name)
    left join work_categories wc on wc.work_id = l.work_id and 'category:' || wc.category_id = f.name
  where l.work_id = new.work_id and p.facet = f.name and p.rating_rank = l.rating_rank and p.work_id = l.work_id;
  return null;
end
$$;
comment on function place_details_altered() is 'Updates main category and language in shelf_places.';
create trigger work_categories_placed_anew after update of position on work_categories for each row
  when (old.position <> new.position) execute function place_details_altered();
create trigger books_placed_anew after update of language on books for each row
  when (old.language <> new.language) execute function place_details_altered();

create function shelves_gained() returns trigger language plpgsql as $$
begin
  insert into shelf_change_notes (shelf)
  select distinct 'reading-list:' || rl.reading_list_id
  from is_now n join books b on b.work_id = n.work_id join reading_list_books rl on rl.book_id = b.id;
  return null;
end
$$;
comment on function shelves_gained() is 'Notes in shelf_change_notes which reading lists gained a work.';
create trigger listings_gained after insert on listings referencing new table as is_now
  for each statement execute function shelves_gained();

create function shelves_lost() returns trigger language plpgsql as $$
begin
  insert into shelf_change_notes (shelf)
  select distinct facet from (select unnest(facets) as facet from was) each where facet ~ '^(category|author|series):'
  union
  select 'reading-list:' || rl.reading_list_id
  from was w join books b on b.work_id = w.work_id join reading_list_books rl on rl.book_id = b.id;
  return null;
end
$$;
comment on function shelves_lost() is 'Notes in shelf_change_notes which shelves and reading lists lost a work.';
create trigger listings_lost after delete on listings referencing old table as was
  for each statement execute function shelves_lost();

-- Compared as sets: see `listing_works_altered`.
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
comment on function shelves_moved() is 'Notes in shelf_change_notes which shelves gained or lost a work.';
create trigger listings_moved after update on listings referencing old table as was new table as is_now
  for each statement execute function shelves_moved();
