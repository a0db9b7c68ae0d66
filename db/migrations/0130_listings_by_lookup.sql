-- Listings are rebuilt with lookups whose cost does not depend on the size of the tables or on their statistics, and the
-- facets of new listings are counted and noted in one pass.
create or replace function refresh_listings(changed text[]) returns void language plpgsql
set enable_memoize = off as $$
begin
  perform from works where id = any(changed) order by id for no key update;
  delete from listings l where l.work_id = any(changed)
    and not exists (select from books b where b.work_id = l.work_id and b.is_main and b.is_listed);
  insert into listings as known (work_id, book_id, title, words, facets, rating_rank, popularity, price_paise, added_at)
  with recursive above (category_id, id) as (
    select id, id from categories
    union select above.category_id, k.parent_id from above join categories k on k.id = above.id where k.parent_id is not null),
  filed as materialized (
    select given.id as work_id, wc.category_id
    from (select distinct unnest(changed) as id) given
      left join lateral (select category_id from work_categories where work_id = given.id offset 0) wc on true),
  shelves as materialized (
    select filed.work_id, array_agg(distinct 'category:' || above.id) filter (where above.id is not null) as facets
    from filed left join above using (category_id) group by filed.work_id)
  select w.id, b.id, left(w.search_text, 200),
    listing_words(w.search_text, concat_ws(' | ', people.names, numbered.names, nullif(b.publisher, ''))),
    coalesce(shelves.facets, '{}') || coalesce(people.facets, '{}') || coalesce(numbered.facets, '{}') || editions.facets
      || (array['rating:1', 'rating:2', 'rating:3', 'rating:4', 'rating:5'])[1:floor(w.rating)::int]
      || case when b.price_paise < b.mrp_paise then array['reduced'] else '{}' end,
    coalesce(round(w.rating * 100)::bigint, 0) * 10000000 + least(w.rating_count, 9999999),
    coalesce(w.rating * ln(1 + w.rating_count), 0) + 100 * coalesce(sold.weight, 0),
    b.price_paise, b.created_at
  from shelves
    cross join lateral (select id, search_text, rating, rating_count from works where id = shelves.work_id offset 0) w
    cross join lateral (
      select id, publisher, price_paise, mrp_paise, created_at from books
      where work_id = w.id and is_main and is_listed offset 0) b
    cross join lateral (
      select array_agg(distinct 'format:' || e.format) || array_agg(distinct 'language:' || e.language)
        || coalesce(array_agg(distinct 'publisher:' || e.publisher_id) filter (where e.publisher_id is not null), '{}')
        || coalesce(array_agg(distinct 'edition:' || flag) filter (where flag is not null), '{}')
        || case when bool_or(s.on_hand > s.reserved) then array['available'] else '{}' end as facets
      from books e left join lateral (select on_hand, reserved from stock where book_id = e.id offset 0) s on true
        left join lateral unnest(edition_flags(e)) flag on true
      where e.work_id = w.id and e.is_listed) editions
    cross join lateral (
      select array_agg(distinct 'author:' || a.id) as facets,
        string_agg(concat_ws(', ', a.name, other.names), ', ' order by c.position) as names
      from (select author_id, position from work_contributors where work_id = w.id offset 0) c
        cross join lateral (select id, name from authors where id = c.author_id offset 0) a
        cross join lateral (
          select string_agg(n.name, ', ' order by n.script) as names from author_names n where n.author_id = a.id) other)
      people
    cross join lateral (
      select array_agg('series:' || r.id order by r.id) as facets,
        string_agg(concat_ws(' ', r.name, trim_scale(sw.position)), ', ' order by r.id) as names
      from (select series_id, position from series_works where work_id = w.id offset 0) sw
        cross join lateral (select id, name from series where id = sw.series_id offset 0) r) numbered
    left join lateral (select weight from recent_sales where work_id = w.id offset 0) sold on true
  order by w.id
  on conflict (work_id) do update set book_id = excluded.book_id, title = excluded.title, words = excluded.words,
    facets = excluded.facets, rating_rank = excluded.rating_rank, popularity = excluded.popularity,
    price_paise = excluded.price_paise, added_at = excluded.added_at
  where (known.book_id, known.title, known.words, known.facets, known.rating_rank, known.popularity, known.price_paise, known.added_at)
    is distinct from (excluded.book_id, excluded.title, excluded.words, excluded.facets, excluded.rating_rank,
      excluded.popularity, excluded.price_paise, excluded.added_at);
end
$$;

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
    select facet, count(*) as number from is_now, unnest(facets || 'books'::text) facet
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

create or replace function shelves_gained() returns trigger language plpgsql as $$
begin
  insert into shelf_change_notes (shelf)
  select distinct 'reading-list:' || rl.reading_list_id
  from is_now n join books b on b.work_id = n.work_id join reading_list_books rl on rl.book_id = b.id;
  return null;
end
$$;
comment on function shelves_gained() is 'Notes in shelf_change_notes which reading lists gained a work.';
