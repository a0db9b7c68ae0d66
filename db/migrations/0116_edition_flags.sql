-- Lets shelves be filtered by properties of editions: `listings.facets` gets `edition:` and each name of `edition_flags`.
create function edition_flags(b books) returns text[] language sql immutable parallel safe as $$
  select '{}'::text[]
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
      || coalesce(array_agg(distinct 'edition:' || flag) filter (where flag is not null), '{}')
      || case when bool_or(s.on_hand > s.reserved) then array['available'] else '{}' end as facets
    from books e left join stock s on s.book_id = e.id left join lateral unnest(edition_flags(e)) flag on true
    where e.work_id = any(changed) and e.is_listed group by e.work_id)
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

create or replace function listing_books_altered() returns trigger language plpgsql as $$
begin
  perform refresh_or_note_listings(array(
    with before as (
      select work_id, id, is_main, is_listed, format, language, publisher, publisher_id, price_paise, mrp_paise, created_at,
        edition_flags(row(was.*)::books) from was),
    after as (
      select work_id, id, is_main, is_listed, format, language, publisher, publisher_id, price_paise, mrp_paise, created_at,
        edition_flags(row(is_now.*)::books) from is_now)
    select distinct work_id from (
      (table before except table after) union all (table after except table before)) altered));
  return null;
end
$$;
