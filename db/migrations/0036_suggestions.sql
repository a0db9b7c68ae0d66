-- What suggestions while typing read: the beginning of each row of lists, and where the names of authors, series and
-- categories begin, word by word. Triggers note whose names are to be made anew; the job of the lists makes them.

-- The title, and as much of what the search reads as an index has room for.
alter table listings add column beginning text not null generated always as (left(title || words, 200)) stored;
create index listings_by_first_letters on listings (beginning text_pattern_ops) include (popularity, work_id);
create index listings_most_popular on listings (popularity desc, work_id) include (beginning);

-- `tolkien` and `r. r. tolkien` are places where the name `J. R. R. Tolkien` is found.
create table name_starts (
  kind text not null check (kind in ('author', 'series', 'category')),
  id text not null,
  -- The folded name from one of its words on.
  start text not null,
  -- How well its books sell, all together; categories stand in their own order.
  popularity double precision not null,
  primary key (kind, id, start)
);
create index name_starts_by_start on name_starts (kind, start text_pattern_ops) include (popularity, id);
create index name_starts_most_popular on name_starts (kind, popularity desc, id) include (start);

-- `author:…`, `series:…`, `category:…`: names that are to be made anew.
create table stale_names (
  id bigint generated always as identity primary key,
  facet text not null
);

-- Makes the names of up to so many notes anew; returns how many notes it finished. One at a time, as the later of two
-- must read what the earlier has left.
create function refresh_stale_names(batch integer) returns integer language plpgsql as $$
declare
  notes integer;
  facets text[];
begin
  perform pg_advisory_xact_lock(hashtext('endpaper.names'));
  with taken as (
    delete from stale_names where id in (select id from stale_names order by id limit batch for update skip locked)
    returning facet)
  select count(*), array_agg(distinct facet) into notes, facets from taken;
  if notes = 0 then return 0; end if;
  delete from name_starts s using unnest(facets) f
    where s.kind = split_part(f, ':', 1) and s.id = split_part(f, ':', 2);
  insert into name_starts (kind, id, start, popularity)
  with recursive above (category_id, id) as (
    select id, id from categories where 'category:' || id = any(facets)
    union select above.category_id, k.id from above join categories k on k.parent_id = above.id),
  named as (
    select 'author' as kind, a.id, a.name, sum(l.popularity) as popularity
    from unnest(facets) f join authors a on 'author:' || a.id = f
      join (select distinct author_id, work_id from work_contributors) c on c.author_id = a.id
      join listings l on l.work_id = c.work_id
    group by a.id
    union all
    select 'series', r.id, r.name, sum(l.popularity)
    from unnest(facets) f join series r on 'series:' || r.id = f
      join series_works sw on sw.series_id = r.id join listings l on l.work_id = sw.work_id
    group by r.id
    union all
    select 'category', k.id, k.name, -k.position
    from unnest(facets) f join categories k on 'category:' || k.id = f
    where exists (select from above join work_categories wc on wc.category_id = above.id
      join listings l on l.work_id = wc.work_id where above.category_id = k.id))
  select kind, id, start, popularity
  from named cross join lateral (select string_to_array(fold_text(name), ' ') as words) folded
    cross join lateral (select distinct left(array_to_string(words[place:], ' '), 100) as start
      from generate_subscripts(words, 1) place) starts;
  return notes;
end
$$;

create function names_listed() returns trigger language plpgsql as $$
begin
  insert into stale_names (facet)
    select distinct facet from touched, unnest(facets) facet where facet ~ '^(author|series|category):';
  return null;
end
$$;
create trigger listings_named after insert on listings referencing new table as touched
  for each statement execute function names_listed();
create trigger listings_unnamed after delete on listings referencing old table as touched
  for each statement execute function names_listed();

-- A book that sells changes the place of its people; a shelf or a person that it came to or left is made anew.
create function names_listed_anew() returns trigger language plpgsql as $$
begin
  insert into stale_names (facet)
    with before as (
      select work_id, facet, case when facet not like 'category:%' then popularity end as popularity
      from was, unnest(facets) facet where facet ~ '^(author|series|category):'),
    after as (
      select work_id, facet, case when facet not like 'category:%' then popularity end as popularity
      from is_now, unnest(facets) facet where facet ~ '^(author|series|category):')
    select distinct facet from ((table before except table after) union all (table after except table before)) altered;
  return null;
end
$$;
create trigger listings_named_anew after update on listings referencing old table as was new table as is_now
  for each statement execute function names_listed_anew();

create function name_altered() returns trigger language plpgsql as $$
begin
  insert into stale_names (facet) values (tg_argv[0] || new.id);
  return null;
end
$$;
create trigger authors_named_anew after update of name on authors for each row when (old.name <> new.name)
  execute function name_altered('author:');
create trigger series_named_anew after update of name on series for each row when (old.name <> new.name)
  execute function name_altered('series:');
create trigger categories_named_anew after update of name, position on categories for each row
  when (old.name <> new.name or old.position <> new.position) execute function name_altered('category:');

insert into stale_names (facet) select distinct facet from listings, unnest(facets) facet
  where facet ~ '^(author|series|category):';
