-- In the list of columns, `unnest` streams the values of a row. As a table in `from` it stores them for each row, which took ten
-- times as long.

create or replace function listings_came() returns trigger language plpgsql as $$
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

create or replace function shelves_lost() returns trigger language plpgsql as $$
begin
  insert into shelf_change_notes (shelf)
  select distinct facet from (select unnest(facets) as facet from was) each where facet ~ '^(category|author|series):'
  union
  select 'reading-list:' || rl.reading_list_id
  from was w join books b on b.work_id = w.work_id join reading_list_books rl on rl.book_id = b.id;
  return null;
end
$$;

create or replace function names_listed() returns trigger language plpgsql as $$
begin
  insert into stale_names (facet)
    select distinct facet from (select unnest(facets) as facet from touched) each where facet ~ '^(author|series|category):';
  return null;
end
$$;

create or replace function names_listed_anew() returns trigger language plpgsql as $$
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

create or replace function refresh_shelf_bits(batch integer) returns integer language plpgsql
set enable_seqscan = off as $$
declare
  notes integer;
  works text[];
  lost_works text[];
  lost_values text[];
begin
  if not pg_try_advisory_xact_lock(hashtext('endpaper.shelf-bits')) then return 0; end if;
  with taken as (
    delete from shelf_bit_notes where id = any(array(select id from shelf_bit_notes order by id limit batch))
    returning work_id, lost),
  pairs as (select distinct work_id, unnest(lost) as value from taken)
  select (select count(*) from taken), array(select distinct work_id from taken order by work_id),
    (select array_agg(work_id order by work_id, value) from pairs), (select array_agg(value order by work_id, value) from pairs)
    into notes, works, lost_works, lost_values;
  if notes = 0 then return 0; end if;

  with come as (
    select given.work_id, row_number() over (order by given.work_id) as nth from unnest(works) given (work_id)
    where exists (select from listings l where l.work_id = given.work_id offset 0)
      and not exists (select from shelf_slots s where s.work_id = given.work_id offset 0)),
  free as materialized (
    select slot, row_number() over (order by slot) as nth
    from (select slot from shelf_slots where work_id is null order by slot limit cardinality(works)) first_free)
  insert into shelf_slots (slot, work_id)
  select coalesce(free.slot, (select coalesce(max(slot), -1) from shelf_slots) + come.nth - (select count(*) from free)), come.work_id
  from come left join free using (nth)
  on conflict (slot) do update set work_id = excluded.work_id;

  if exists (select from shelf_bits) then
    with places as materialized (
      select s.work_id, s.slot / 60000 as chunk, s.slot % 60000 as place from shelf_slots s where s.work_id = any(works)),
    gained as materialized (
      select v.chunk, v.place, v.value
      from (
        select p.chunk, p.place, unnest(l.has) as value
        from places p
          cross join lateral (
            select bit_values(l.facets, l.price_paise) as has from listings l where l.work_id = p.work_id limit 1) l) v
      where exists (select from shelf_bits k where k.value = v.value and k.chunk = 0)),
    altered as materialized (
      select value, chunk, bit_or(set_bit(B'0'::bit(60000), place, 1)) filter (where is_gained) as gained,
        bit_or(set_bit(B'0'::bit(60000), place, 1)) filter (where not is_gained) as lost
      from (
        select value, chunk, place, true as is_gained from gained
        union all (
          select l.value, p.chunk, p.place, false from unnest(lost_works, lost_values) l (work_id, value) join places p using (work_id)
          except all select value, chunk, place, false from gained)) both_sides
      group by value, chunk),
    made as materialized (
      select a.value, a.chunk, a.gained, known.bits is not null as is_known,
        (coalesce(known.bits, B'0'::bit(60000)) & ~coalesce(a.lost, B'0'::bit(60000))) | coalesce(a.gained, B'0'::bit(60000)) as bits,
        known.bits as bits_before
      from altered a
        left join lateral (select b.bits from shelf_bits b where b.value = a.value and b.chunk = a.chunk limit 1) known on true),
    updated as (
      update shelf_bits b set bits = made.bits from made
      where made.is_known and made.bits <> made.bits_before and b.value = made.value and b.chunk = made.chunk)
    insert into shelf_bits (value, chunk, bits)
    select value, chunk, bits from made where not is_known and gained is not null;
  end if;

  update shelf_slots s set work_id = null
  where s.work_id = any(works) and not exists (select from listings l where l.work_id = s.work_id);
  return notes;
end
$$;
