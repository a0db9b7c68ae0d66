-- Derived from listings: names for suggestions while typing.

-- Names of authors, series and categories by each of their words, for suggestions: `J. R. R. Tolkien` is found by
-- `tolkien` and `r. r. tolkien`.
create table name_starts (
  kind text check (kind in ('author', 'series', 'category')),
  id text,
  -- The folded name from one of its words on.
  start text,
  -- Popularity of all its works together; for a category its position, negated.
  popularity double precision not null,
  primary key (kind, id, start)
);
create index name_starts_by_start on name_starts (kind, start text_pattern_ops) include (popularity, id);
create index name_starts_most_popular on name_starts (kind, popularity desc, id) include (start);

-- Queue of names (`author:…`, `series:…`, `category:…`) to rebuild in name_starts.
create table stale_names (
  id bigint generated always as identity primary key,
  facet text not null
);
-- A name has one note per changed work, but is rebuilt once: all its notes are taken together with the oldest one.
create index stale_names_facet on stale_names (facet);

-- Rebuilds the names of the oldest notes and returns how many notes it took. A table of notes is empty most of the
-- time. When it is analysed just then, the planner expects it to stay empty and may scan it once per row. Hence arrays,
-- and `offset 0`, which fixes the order of joins.
create function refresh_stale_names(batch integer) returns integer language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  notes integer;
  facets text[];
begin
  perform pg_advisory_xact_lock(hashtext('endpaper.names'));
  with taken as (
    delete from stale_names where facet = any(array(
      select distinct facet from (select facet from stale_names order by id limit batch) oldest))
    returning facet)
  select count(*), array_agg(distinct facet) into notes, facets from taken;
  if notes = 0 then return 0; end if;
  delete from name_starts where ctid = any(array(
    select known.row from unnest(facets) f cross join lateral (
      select s.ctid as row from name_starts s
      where s.kind = split_part(f, ':', 1) and s.id = split_part(f, ':', 2) offset 0) known));
  insert into name_starts (kind, id, start, popularity)
  with recursive above (category_id, id) as (
    select id, id from categories where 'category:' || id = any(facets)
    union select above.category_id, k.id from above join categories k on k.parent_id = above.id),
  filled as (
    select distinct above.category_id
    from above cross join lateral (select from shelf_places p where p.facet = 'category:' || above.id limit 1) place),
  named as (
    select 'author' as kind, a.id, written.name, known.popularity
    from unnest(facets) f cross join lateral (select id, name from authors where id = substr(f, 8) offset 0) a
      cross join lateral (
        select sum(l.popularity) as popularity
        from (select distinct c.work_id from work_contributors c where c.author_id = a.id) c
          cross join lateral (select popularity from listings where work_id = c.work_id offset 0) l) known
      cross join lateral (
        select a.name union all select n.name from author_names n where n.author_id = a.id) written
    where f like 'author:%' and known.popularity is not null
    union all
    select 'series', r.id, r.name, known.popularity
    from unnest(facets) f cross join lateral (select id, name from series where id = substr(f, 8) offset 0) r
      cross join lateral (
        select sum(l.popularity) as popularity
        from series_works sw cross join lateral (select popularity from listings where work_id = sw.work_id offset 0) l
        where sw.series_id = r.id) known
    where f like 'series:%' and known.popularity is not null
    union all
    select 'category', k.id, k.name, -k.position from filled join categories k on k.id = filled.category_id)
  select kind, id, start, popularity
  from named cross join lateral (select string_to_array(fold_for_search(name), ' ') as words offset 0) folded
    cross join lateral (select distinct left(array_to_string(words[place:], ' '), 100) as start
      from generate_subscripts(words, 1) place) starts
  on conflict do nothing;
  return notes;
end
$$;

create function names_listed() returns trigger language plpgsql as $$
begin
  insert into stale_names (facet)
    select distinct facet from (select unnest(facets) as facet from touched) each where facet ~ '^(author|series|category):';
  return null;
end
$$;
comment on function names_listed() is 'Queues the names of the works'' authors, series and categories in stale_names.';
create trigger listings_unnamed after delete on listings referencing old table as touched
  for each statement execute function names_listed();

create function names_listed_anew() returns trigger language plpgsql as $$
begin
  insert into stale_names (facet)
    with before as (
      select work_id, facet, case when facet not like 'category:%' then popularity end as popularity
      from (select work_id, popularity, unnest(facets) as facet from was) each where facet ~ '^(author|series|category):'),
    after as (
      select work_id, facet, case when facet not like 'category:%' then popularity end as popularity
      from (select work_id, popularity, unnest(facets) as facet from is_now) each where facet ~ '^(author|series|category):')
    select distinct facet from ((table before except table after) union all (table after except table before)) altered;
  return null;
end
$$;
comment on function names_listed_anew() is
  'Queues names in stale_names that gained or lost a work, or whose popularity changed.';
create trigger listings_named_anew after update on listings referencing old table as was new table as is_now
  for each statement execute function names_listed_anew();

create function name_altered() returns trigger language plpgsql as $$
begin
  insert into stale_names (facet) values (tg_argv[0] || new.id);
  return null;
end
$$;
comment on function name_altered() is 'Queues the name in stale_names.';
create trigger authors_named_anew after update of name on authors for each row when (old.name <> new.name)
  execute function name_altered('author:');
create trigger series_named_anew after update of name on series for each row when (old.name <> new.name)
  execute function name_altered('series:');
create trigger categories_named_anew after update of name, position on categories for each row
  when (old.name <> new.name or old.position <> new.position) execute function name_altered('category:');
