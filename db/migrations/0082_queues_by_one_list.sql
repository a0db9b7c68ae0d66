-- Tables of notes are empty most of the time. When their statistics are made just then, the planner takes them for empty
-- until they are made again, and may look for the oldest notes anew for each of thousands of them. An array is found once,
-- and what stands in the way of another order of a join is `offset 0`.
create or replace function refresh_stale_names(batch integer) returns integer language plpgsql
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
  from named cross join lateral (select string_to_array(fold_text(name), ' ') as words offset 0) folded
    cross join lateral (select distinct left(array_to_string(words[place:], ' '), 100) as start
      from generate_subscripts(words, 1) place) starts
  on conflict do nothing;
  return notes;
end
$$;

create or replace function refresh_authors(changed text[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with counted as materialized (
    select given.id, known.books, known.is_writer
    from unnest(changed) as given (id) cross join lateral (
      select count(distinct c.work_id)::int as books, bool_or(c.role = 'author') as is_writer
      from work_contributors c join lateral (select from listings where work_id = c.work_id offset 0) l on true
      where c.author_id = given.id) known),
  gone as (
    delete from author_listings where author_id = any(array(select id from counted where books = 0)))
  insert into author_listings as known (author_id, letter, sort_key, books, is_writer)
  select a.id,
    case when named.key ~ '^[a-z]' then left(named.key, 1) when named.key ~ '^[\u0900-\u097f]' then 'devanagari' else 'other' end,
    named.key, counted.books, counted.is_writer
  from counted cross join lateral (select id, name, sort_name from authors where id = counted.id offset 0) a
    cross join lateral (select author_sort_key(a.name, a.sort_name) as key offset 0) named
  where counted.books > 0
  order by a.id
  on conflict (author_id) do update
    set letter = excluded.letter, sort_key = excluded.sort_key, books = excluded.books, is_writer = excluded.is_writer
  where (known.letter, known.sort_key, known.books, known.is_writer)
    is distinct from (excluded.letter, excluded.sort_key, excluded.books, excluded.is_writer);
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
  pairs as (select distinct work_id, value from taken, unnest(lost) value)
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
      select p.chunk, p.place, v.value
      from places p
        cross join lateral (
          select bit_values(l.facets, l.price_paise) as has from listings l where l.work_id = p.work_id limit 1) l
        cross join unnest(l.has) v (value)
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

create or replace function refresh_listings(changed text[]) returns void language plpgsql as $$
begin
  perform from works where id = any(changed) order by id for no key update;
  delete from listings l where l.work_id = any(changed)
    and not exists (select from books b where b.work_id = l.work_id and b.is_main and b.is_listed);
  insert into listings as known (work_id, book_id, title, words, facets, rating_rank, popularity, price_paise, added_at)
  with recursive above (category_id, id) as (
    select id, id from categories
    union select above.category_id, k.parent_id from above join categories k on k.id = above.id where k.parent_id is not null),
  shelves as materialized (
    select wc.work_id, array_agg(distinct 'category:' || above.id) as facets
    from work_categories wc join above using (category_id) where wc.work_id = any(changed) group by wc.work_id),
  people as materialized (
    select c.work_id, array_agg(distinct 'author:' || a.id) as facets,
      string_agg(concat_ws(', ', a.name, other.names), ', ' order by c.position) as names
    from work_contributors c join authors a on a.id = c.author_id
      cross join lateral (
        select string_agg(n.name, ', ' order by n.script) as names from author_names n where n.author_id = a.id) other
    where c.work_id = any(changed) group by c.work_id),
  numbered as materialized (
    select sw.work_id, array_agg('series:' || r.id order by r.id) as facets,
      string_agg(concat_ws(' ', r.name, trim_scale(sw.position)), ', ' order by r.id) as names
    from series_works sw join series r on r.id = sw.series_id where sw.work_id = any(changed) group by sw.work_id),
  editions as materialized (
    select e.work_id, array_agg(distinct 'format:' || e.format) || array_agg(distinct 'language:' || e.language)
      || coalesce(array_agg(distinct 'publisher:' || e.publisher_id) filter (where e.publisher_id is not null), '{}')
      || case when bool_or(s.on_hand > s.reserved) then array['available'] else '{}' end as facets
    from books e left join stock s on s.book_id = e.id where e.work_id = any(changed) and e.is_listed group by e.work_id)
  select w.id, b.id, left(w.search_text, 200),
    listing_words(w.search_text, concat_ws(' | ', people.names, numbered.names, nullif(b.publisher, ''))),
    coalesce(shelves.facets, '{}') || coalesce(people.facets, '{}') || coalesce(numbered.facets, '{}') || editions.facets
      || (array['rating:1', 'rating:2', 'rating:3', 'rating:4', 'rating:5'])[1:floor(w.rating)::int]
      || case when b.price_paise < b.mrp_paise then array['reduced'] else '{}' end,
    coalesce(round(w.rating * 100)::bigint, 0) * 10000000 + least(w.rating_count, 9999999),
    coalesce(w.rating * ln(1 + w.rating_count), 0) + 100 * coalesce(sold.weight, 0),
    b.price_paise, b.created_at
  from works w join books b on b.work_id = w.id and b.is_main and b.is_listed
    join editions on editions.work_id = w.id
    left join shelves on shelves.work_id = w.id
    left join people on people.work_id = w.id
    left join numbered on numbered.work_id = w.id
    left join recent_sales sold on sold.work_id = w.id
  where w.id = any(changed)
  order by w.id
  on conflict (work_id) do update set book_id = excluded.book_id, title = excluded.title, words = excluded.words,
    facets = excluded.facets, rating_rank = excluded.rating_rank, popularity = excluded.popularity,
    price_paise = excluded.price_paise, added_at = excluded.added_at
  where (known.book_id, known.title, known.words, known.facets, known.rating_rank, known.popularity, known.price_paise, known.added_at)
    is distinct from (excluded.book_id, excluded.title, excluded.words, excluded.facets, excluded.rating_rank,
      excluded.popularity, excluded.price_paise, excluded.added_at);
end
$$;
