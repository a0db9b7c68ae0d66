-- The table that lists, shelves and the search read: one row per listed work, kept current by triggers and by the job
-- `listings`.

create table listings (
  work_id text primary key references works (id) on delete cascade,
  -- The edition that lists show.
  book_id text not null references books (id) on delete cascade,
  -- The sort key: the first 200 letters, because an index entry has a limit.
  title text not null,
  -- Search text by `listing_words`: title, people, series with number, publisher.
  words text not null,
  -- `category:fiction` (and its ancestors), `author:…`, `series:…`, `publisher:…`, `format:paperback`, `language:en`,
  -- `rating:4` (and better), `available`, `reduced`.
  facets text[] not null,
  -- Sort key by rating, then by number of ratings: 100 times the rating, followed by seven digits of the count.
  rating_rank bigint not null,
  popularity double precision not null,
  price_paise integer not null,
  added_at timestamptz not null,
  -- The title and as much of `words` as fits into an index entry.
  beginning text not null generated always as (left(title || words, 200)) stored
);
create index listings_book on listings (book_id);
-- Every search scans the pending list: with the default of 4 MB that costs more than the search itself.
create index listings_words on listings using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
-- Titles by prefix, cut to the size of an index entry.
create index listings_by_beginning on listings (left(words, 60) text_pattern_ops);
create index listings_facets on listings using gin (facets);
create index listings_by_rating on listings (rating_rank desc, work_id);
create index listings_by_price on listings (price_paise, work_id);
create index listings_by_newest on listings (added_at desc, work_id);
create index listings_newest_available on listings (added_at desc, work_id) where facets @> array['available'];
create index listings_by_first_letters on listings (beginning text_pattern_ops) include (popularity, work_id);
create index listings_most_popular on listings (popularity desc, work_id) include (beginning);
create index listings_by_filed_title on listings (filed_title(title), work_id);

-- Queue of works whose row the job `listings` rebuilds: those of bulk imports, and those whose stock changed, so that a
-- checkout does not wait.
create table stale_listings (
  id bigint generated always as identity primary key,
  work_id text not null
);

-- Sales of a work in the last 30 days, all editions together; the weight of a sale halves in 10 days.
create table recent_sales (
  work_id text primary key references works (id) on delete cascade,
  weight double precision not null check (weight > 0)
);
create index recent_sales_by_weight on recent_sales (weight desc, work_id);

-- Search text of a work: the folded title, a bar, and the other texts, each followed by ` |`; after ` ~` the same as
-- Latin keys, so that spellings in another script are found. A leading article is moved to the end.
create function listing_words(title text, others text) returns text language plpgsql immutable parallel safe as $$
declare
  article text := substring(title from '^(the|an?) .');
  form text := words_for_search(concat_ws(' | ',
    replace(substr(title, coalesce(length(article), 0) + 1), ': ', ' | '), fold_for_search(others), article)) || ' |';
begin
  return concat(' ', form, ' ~ ', latin_key(form, false),
    case when octet_length(form) > length(form) and form ~ '[\u0900-\u0d7f]'
      then ' ~ ' || latin_key(form, true) || other_latin_keys(form) end, ' ');
end
$$;

-- Rebuilds the rows of these works, and queues them for the desk's table of books. The lock on `works` makes the later
-- of two concurrent changes see the earlier one. Each work looks up its parts by index: `offset 0` fixes the order of
-- joins, which would otherwise read whole tables when an import fills them faster than statistics are made.
create function refresh_listings(changed text[]) returns void language plpgsql
set enable_memoize = off as $$
begin
  perform from works where id = any(changed) order by id for no key update;
  insert into desk_book_notes (work_id) select distinct unnest(changed);
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

-- A transaction that writes many works sets `endpaper.listings` to `later`, which only queues them, or to `noted` when
-- it queues them itself. Long lists are processed in parts: the planner underestimates them and would scan the list
-- once per work.
create function refresh_or_note_listings(changed text[]) returns void language plpgsql as $$
declare
  part constant integer := 250;
begin
  if changed is null or changed = '{}' then return; end if;
  if current_setting('endpaper.listings', true) = 'noted' then return; end if;
  if current_setting('endpaper.listings', true) = 'later' then
    insert into stale_listings (work_id) select distinct unnest(changed);
  else
    for start in 1..cardinality(changed) by part loop
      perform refresh_listings(changed[start:start + part - 1]);
    end loop;
  end if;
end
$$;

-- Rows before and after are compared as sets, here and below: the plan of a join is cached for the few rows of the
-- first statement, and would be quadratic for a later statement with many rows.
create function listing_works_altered() returns trigger language plpgsql as $$
begin
  perform refresh_or_note_listings(array(
    select id from (
      select id, search_text, rating, rating_count from is_now
      except select id, search_text, rating, rating_count from was) altered));
  return null;
end
$$;
comment on function listing_works_altered() is
  'Rebuilds the rows of listings whose title or rating changed; only queues them while endpaper.listings is ''later''.';
create trigger works_listed_anew after update on works referencing old table as was new table as is_now
  for each statement execute function listing_works_altered();

create function listing_books_altered() returns trigger language plpgsql as $$
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
comment on function listing_books_altered() is
  'Rebuilds the rows of listings whose edition changed; only queues them while endpaper.listings is ''later''.';
create trigger books_listed_anew after update on books referencing old table as was new table as is_now
  for each statement execute function listing_books_altered();

create function listing_parts_altered() returns trigger language plpgsql as $$
begin
  perform refresh_or_note_listings(array(select distinct work_id from touched));
  return null;
end
$$;
comment on function listing_parts_altered() is
  'Rebuilds the rows of listings of the works concerned; only queues them while endpaper.listings is ''later''.';
create trigger books_listed after insert on books referencing new table as touched
  for each statement execute function listing_parts_altered();
create trigger books_unlisted after delete on books referencing old table as touched
  for each statement execute function listing_parts_altered();
create trigger contributors_listed after insert on work_contributors referencing new table as touched
  for each statement execute function listing_parts_altered();
create trigger contributors_listed_anew after update on work_contributors referencing new table as touched
  for each statement execute function listing_parts_altered();
create trigger contributors_unlisted after delete on work_contributors referencing old table as touched
  for each statement execute function listing_parts_altered();
create trigger work_categories_listed after insert on work_categories referencing new table as touched
  for each statement execute function listing_parts_altered();
create trigger work_categories_listed_anew after update on work_categories referencing new table as touched
  for each statement execute function listing_parts_altered();
create trigger work_categories_unlisted after delete on work_categories referencing old table as touched
  for each statement execute function listing_parts_altered();
create trigger series_works_listed after insert on series_works referencing new table as touched
  for each statement execute function listing_parts_altered();
create trigger series_works_listed_anew after update on series_works referencing new table as touched
  for each statement execute function listing_parts_altered();
create trigger series_works_unlisted after delete on series_works referencing old table as touched
  for each statement execute function listing_parts_altered();

create function listing_author_renamed() returns trigger language plpgsql as $$
begin
  insert into stale_listings (work_id) select distinct work_id from work_contributors where author_id = new.id;
  return null;
end
$$;
comment on function listing_author_renamed() is 'Queues the author''s works in stale_listings.';
create trigger authors_listed_anew after update of name on authors for each row when (old.name <> new.name)
  execute function listing_author_renamed();

create function listing_series_renamed() returns trigger language plpgsql as $$
begin
  insert into stale_listings (work_id) select distinct work_id from series_works where series_id = new.id;
  return null;
end
$$;
comment on function listing_series_renamed() is 'Queues the works of the series in stale_listings.';
create trigger series_listed_anew after update of name on series for each row when (old.name <> new.name)
  execute function listing_series_renamed();

create function listing_category_moved() returns trigger language plpgsql as $$
begin
  insert into stale_listings (work_id)
  with recursive under as (
    select new.id union select k.id from categories k join under on k.parent_id = under.id)
  select distinct wc.work_id from under join work_categories wc on wc.category_id = under.id;
  return null;
end
$$;
comment on function listing_category_moved() is 'Queues the works of the category and its subcategories in stale_listings.';
create trigger categories_listed_anew after update of parent_id on categories for each row
  when (old.parent_id is distinct from new.parent_id) execute function listing_category_moved();

create function listing_copies_altered() returns trigger language plpgsql as $$
begin
  if current_setting('endpaper.listings', true) = 'noted' then return null; end if;
  insert into stale_listings (work_id) select work_id from books where id = new.book_id;
  return null;
end
$$;
comment on function listing_copies_altered() is 'Queues the work in stale_listings when it comes into stock or sells out.';
create trigger stock_listed after insert on stock for each row when (new.on_hand > new.reserved)
  execute function listing_copies_altered();
create trigger stock_listed_anew after update on stock for each row
  when ((old.on_hand > old.reserved) <> (new.on_hand > new.reserved)) execute function listing_copies_altered();

create function author_names_changed() returns trigger language plpgsql as $$
begin
  insert into stale_listings (work_id)
    select distinct c.work_id from touched join work_contributors c using (author_id);
  insert into stale_names (facet) select distinct 'author:' || author_id from touched;
  return null;
end
$$;
comment on function author_names_changed() is
  'Queues the author''s works in stale_listings and the author''s name in stale_names.';
create trigger author_names_came after insert on author_names referencing new table as touched
  for each statement execute function author_names_changed();
create trigger author_names_altered after update on author_names referencing new table as touched
  for each statement execute function author_names_changed();
create trigger author_names_went after delete on author_names referencing old table as touched
  for each statement execute function author_names_changed();
