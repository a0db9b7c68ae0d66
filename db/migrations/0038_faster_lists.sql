-- An import of many books waits for their rows of lists. What these rows bring with them is made in fewer steps, each of them by
-- index: what one batch costs does not grow with the catalogue.

-- Rows of lists that came: one pass over their facets notes whose numbers and names are to be made anew.
create or replace function listings_came() returns trigger language plpgsql as $$
begin
  if not exists (select from is_now) then return null; end if;
  insert into shelf_places (facet, rating_rank, work_id, is_main, language)
  select place.facet, l.rating_rank, l.work_id, place.is_main, b.language
  from is_now l join books b on b.id = l.book_id
    cross join lateral (
      select 'category:' || wc.category_id as facet, wc.position = 0 as is_main
      from work_categories wc where wc.work_id = l.work_id and 'category:' || wc.category_id = any(l.facets)
      union all select facet, false from unnest(l.facets) facet where facet like 'author:%') place
  on conflict do nothing;
  with came as (
    select facet, count(*) as number from is_now, unnest(facets || 'books'::text) facet
    where facet ~ '^(author|series|category|language):' or facet = 'books' group by facet),
  of_authors as (
    insert into stale_authors (author_id) select substr(facet, 8) from came where facet like 'author:%'),
  of_names as (
    insert into stale_names (facet) select facet from came where facet ~ '^(author|series|category):')
  insert into catalogue_count_changes (name, number)
  select facet, number from came where facet ~ '^(category|language):' or facet = 'books' order by facet;
  perform announce_catalogue();
  return null;
end
$$;
drop trigger listings_named on listings;

-- Indexes that nothing reads any more: the search reads `listings.words`, and what sells best is read from
-- `listings_most_popular`, which has the same order.
drop index works_search;
drop index listings_by_popularity;

-- As before, but names and how well they sell are found by index, where the whole catalogue was joined for each batch; a name
-- is folded once, not once for each of its words.
create or replace function refresh_stale_names(batch integer) returns integer language plpgsql as $$
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
  filled as (
    select distinct above.category_id
    from above cross join lateral (select from shelf_places p where p.facet = 'category:' || above.id limit 1) place),
  named as (
    select 'author' as kind, a.id, a.name, known.popularity
    from unnest(facets) f join authors a on a.id = substr(f, 8)
      cross join lateral (
        select sum(l.popularity) as popularity
        from (select distinct c.work_id from work_contributors c where c.author_id = a.id) c
          join listings l on l.work_id = c.work_id) known
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
      from generate_subscripts(words, 1) place) starts;
  return notes;
end
$$;

-- As before; each author's books are counted by index.
create or replace function refresh_authors(changed text[]) returns void language plpgsql as $$
begin
  with counted as materialized (
    select given.id, known.books, known.is_writer
    from unnest(changed) as given (id) cross join lateral (
      select count(distinct c.work_id)::int as books, bool_or(c.role = 'author') as is_writer
      from work_contributors c join listings l on l.work_id = c.work_id where c.author_id = given.id) known),
  gone as (
    delete from author_listings al using counted where al.author_id = counted.id and counted.books = 0)
  insert into author_listings as known (author_id, letter, sort_key, books, is_writer)
  select a.id,
    case when named.key ~ '^[a-z]' then left(named.key, 1) when named.key ~ '^[\u0900-\u097f]' then 'devanagari' else 'other' end,
    named.key, counted.books, counted.is_writer
  from counted join authors a on a.id = counted.id
    cross join lateral (select author_sort_key(a.name, a.sort_name) as key offset 0) named
  where counted.books > 0
  order by a.id
  on conflict (author_id) do update
    set letter = excluded.letter, sort_key = excluded.sort_key, books = excluded.books, is_writer = excluded.is_writer
  where (known.letter, known.sort_key, known.books, known.is_writer)
    is distinct from (excluded.letter, excluded.sort_key, excluded.books, excluded.is_writer);
end
$$;

-- The forms of texts are the same as before, found in fewer steps: most texts are plain ASCII, for which there is little to do.
create or replace function fold_text(given text) returns text language sql immutable parallel safe as $$
  select case when octet_length(given) = length(given) and given !~ '  |[\u0001-\u001f\u007f]' then btrim(lower(given))
    else btrim(regexp_replace(
      translate(
        lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')),
        U&'\2018\2019\201c\201d\2010\2011\2012\2013\2014\2015\03c2', U&'''''""------\03c3'),
      '[\s\u0001-\u001f\u007f-\u009f\ufeff]+', ' ', 'g')) end
$$;
create or replace function search_form(folded text) returns text language plpgsql immutable strict parallel safe as $$
declare
  form text := regexp_replace(replace(replace(folded, '&', ' and '), '''', ''), '[!-%(-/:-@\[-`{}~]+', ' ', 'g');
begin
  if octet_length(form) > length(form) then
    form := regexp_replace(translate(form, U&'\200b\200c\200d\00ad', ''),
      '[\u00a1-\u00bf\u0964\u0965\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f]', ' ', 'g');
  end if;
  return btrim(regexp_replace(regexp_replace(form, ' {2,}', ' ', 'g'), '(?<![^ ])([a-z]) (?=[a-z]( |$))', '\1', 'g'));
end
$$;
create or replace function latin_key(given text, is_spoken boolean) returns text language plpgsql immutable strict parallel safe as $$
declare
  written text := given;
begin
  if octet_length(given) > length(given) then
    if given ~ '[\u0900-\u097f]' then written := latin_of_devanagari(given, is_spoken); end if;
    written := translate(written, 'łøđıß', 'lodis');
  end if;
  written := replace(replace(replace(replace(replace(replace(replace(written, 'w', 'v'), 'z', 'j'),
    'ee', 'i'), 'oo', 'u'), 'sh', 's'), 'th', 't'), 'ph', 'f');
  -- One statement, as a regular expression that refers back takes ten times as long.
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(written,
    'll', 'l'), 'ss', 's'), 'tt', 't'), 'rr', 'r'), 'nn', 'n'), 'aa', 'a'), 'pp', 'p'), 'mm', 'm'), 'cc', 'c'), 'dd', 'd');
  if written ~ 'ff|gg|bb|kk|hh|ii|uu|vv|jj' then
    written := replace(replace(replace(replace(replace(replace(replace(replace(replace(written,
      'ff', 'f'), 'gg', 'g'), 'bb', 'b'), 'kk', 'k'), 'hh', 'h'), 'ii', 'i'), 'uu', 'u'), 'vv', 'v'), 'jj', 'j');
  end if;
  return regexp_replace(written, '([a-z]{2})a(?![a-z])', '\1', 'g');
end
$$;
create or replace function listing_words(title text, others text) returns text language plpgsql immutable parallel safe as $$
declare
  article text := substring(title from '^(the|an?) .');
  form text := search_form(concat_ws(' | ',
    replace(substr(title, coalesce(length(article), 0) + 1), ': ', ' | '), fold_text(others), article)) || ' |';
begin
  return concat(' ', form, ' ~ ', latin_key(form, false),
    case when octet_length(form) > length(form) and form ~ '[\u0900-\u097f]' then ' ~ ' || latin_key(form, true) end, ' ');
end
$$;
