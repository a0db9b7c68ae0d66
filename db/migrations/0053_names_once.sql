-- A name, or an author, of many changed books has a note for each of them, and is made anew once: all its notes are taken with
-- the oldest. Beside an import into a large shop the same name was made dozens of times.
create index stale_names_facet on stale_names (facet);
create index stale_authors_author on stale_authors (author_id);

create or replace function refresh_stale_names(batch integer) returns integer language plpgsql as $$
declare
  notes integer;
  facets text[];
begin
  perform pg_advisory_xact_lock(hashtext('endpaper.names'));
  with chosen as (select distinct facet from (select facet from stale_names order by id limit batch) oldest),
  taken as (delete from stale_names s using chosen where s.facet = chosen.facet returning s.facet)
  select count(*), array_agg(distinct facet) into notes, facets from taken;
  if notes = 0 then return 0; end if;
  delete from name_starts s using unnest(facets) f
    where s.kind = split_part(f, ':', 1) and s.id = split_part(f, ':', 2);
  insert into name_starts (kind, id, start, popularity)
  with recursive above (category_id, id) as (
    select id, id from categories where 'category:' || id = any(facets)
    union select above.category_id, k.id from above join categories k on k.parent_id = above.id),
  filled as (
    select distinct above.category_id
    from above cross join lateral (select from shelf_places p where p.facet = 'category:' || above.id limit 1) place),
  named as (
    select 'author' as kind, a.id, written.name, known.popularity
    from unnest(facets) f join authors a on a.id = substr(f, 8)
      cross join lateral (
        select sum(l.popularity) as popularity
        from (select distinct c.work_id from work_contributors c where c.author_id = a.id) c
          join listings l on l.work_id = c.work_id) known
      cross join lateral (
        select a.name union all select n.name from author_names n where n.author_id = a.id) written
    where f like 'author:%' and known.popularity is not null
    union all
    select 'series', r.id, r.name, known.popularity
    from unnest(facets) f join series r on r.id = substr(f, 8)
      cross join lateral (
        select sum(l.popularity) as popularity
        from series_works sw join listings l on l.work_id = sw.work_id where sw.series_id = r.id) known
    where f like 'series:%' and known.popularity is not null
    union all
    select 'category', k.id, k.name, -k.position from filled join categories k on k.id = filled.category_id)
  select kind, id, start, popularity
  from named cross join lateral (select string_to_array(fold_text(name), ' ') as words offset 0) folded
    cross join lateral (select distinct left(array_to_string(words[place:], ' '), 100) as start
      from generate_subscripts(words, 1) place) starts
  on conflict do nothing;
  return notes;
end
$$;
