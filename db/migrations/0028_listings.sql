-- What lists, shelves and the search read, at any size of the catalogue: one row for each work on the shelf, with
-- everything that a list chooses and sorts by. Triggers keep it; old processes go on beside it.

-- Text in the form in which it is compared: as `foldText` of shop/text/fold-text.ts.
create function fold_text(given text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(
    translate(
      lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')),
      U&'\2018\2019\201c\201d\2010\2011\2012\2013\2014\2015\03c2', U&'''''""------\03c3'),
    '[\s\u0001-\u001f\u007f-\u009f\ufeff]+', ' ', 'g'))
$$;

-- What the search compares: a folded text without marks; a space between words, and none between a person's initials.
create function search_form(folded text) returns text language plpgsql immutable strict parallel safe as $$
declare
  form text := translate(replace(folded, '&', ' and '), '!"#$%()*+,-./:;<=>?@[\]^_`{}~''', '                             ');
begin
  if octet_length(form) > length(form) then
    form := regexp_replace(translate(form, U&'\200b\200c\200d\00ad', ''),
      '[\u00a1-\u00bf\u0964\u0965\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f]', ' ', 'g');
  end if;
  return btrim(regexp_replace(regexp_replace(form, ' {2,}', ' ', 'g'), '(?<![^ ])([a-z]) (?=[a-z]( |$))', '\1', 'g'));
end
$$;

-- Devanagari in Latin letters. As it is written (darabari), or as it is spoken, without the silent a of a syllable (darbari).
create function latin_of_devanagari(given text, is_spoken boolean) returns text language plpgsql immutable strict parallel safe as $$
declare
  written text := replace(replace(replace(given, U&'\091c\093c', U&'\0979'), U&'\091c\094d\091e', U&'\0917\094d\092f'), U&'\093c', '');
begin
  written := regexp_replace(written, '([\u0915-\u0939\u0979])(?![\u093e-\u094d])', '\1' || U&'\0259', 'g');
  written := replace(replace(replace(written, U&'\0910', 'ai'), U&'\0914', 'au'), U&'\090b', 'ri');
  written := replace(replace(replace(written, U&'\0948', 'ai'), U&'\094c', 'au'), U&'\0943', 'ri');
  written := regexp_replace(written, '[\u0901\u0902](?=[\u092a-\u092e])', 'm', 'g');
  written := regexp_replace(written, '([\u0916\u0918\u091a\u091b\u091d\u0920\u0922\u0925\u0927\u092b\u092d])', '\1h', 'g');
  written := translate(written,
    'अआइईउऊएऍओऑकखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसहॹािीुूेॅोॉँं०१२३४५६७८९्ःऽ',
    'aaiiuueeookkggnccjjnttddnttddnppbbmyrllvsssh' || 'z' || 'aiiuueeoonn0123456789');
  written := regexp_replace(written, U&'\0259(?![a-z])', '', 'g');
  if is_spoken then
    written := reverse(regexp_replace(reverse(written),
      U&'([aeiou\0259]h?[b-df-hj-np-tv-z])\0259(?=h?[b-df-hj-np-tv-z][aeiou\0259])', '\1', 'g'));
  end if;
  return replace(written, U&'\0259', 'a');
end
$$;

-- The Latin form in which the spellings of one name are the same: of a text in search form, whatever its script.
-- aa = a, ee = i, oo = u, w = v, z = j, sh = s, th = t, ph = f; doubled letters are single, and a last a is dropped.
create function latin_key(given text, is_spoken boolean) returns text language plpgsql immutable strict parallel safe as $$
declare
  written text := case when given ~ '[\u0900-\u097f]' then latin_of_devanagari(given, is_spoken) else given end;
begin
  written := replace(replace(replace(replace(replace(translate(written, 'wzłøđıß', 'vjlodis'),
    'ee', 'i'), 'oo', 'u'), 'sh', 's'), 'th', 't'), 'ph', 'f');
  -- One statement, as a regular expression that refers back takes ten times as long.
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(written,
    'll', 'l'), 'ss', 's'), 'tt', 't'), 'rr', 'r'), 'nn', 'n'), 'aa', 'a'), 'pp', 'p'), 'mm', 'm'), 'cc', 'c'), 'dd', 'd');
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(written,
    'ff', 'f'), 'gg', 'g'), 'bb', 'b'), 'kk', 'k'), 'hh', 'h'), 'ii', 'i'), 'uu', 'u'), 'vv', 'v'), 'jj', 'j');
  return regexp_replace(written, '([a-z]{2})a(?![a-z])', '\1', 'g');
end
$$;

-- What the search reads of a work: its folded title, subtitle and the other texts, each with ` |` behind it, in search form; behind
-- ` ~` the same as Latin keys, of Devanagari as written and as spoken. A leading article stands at the end.
create function listing_words(title text, others text) returns text language plpgsql immutable parallel safe as $$
declare
  article text := substring(title from '^(the|an?) .');
  form text := search_form(concat_ws(' | ',
    replace(substr(title, coalesce(length(article), 0) + 1), ': ', ' | '), fold_text(others), article)) || ' |';
begin
  return concat(' ', form, ' ~ ', latin_key(form, false), case when form ~ '[\u0900-\u097f]' then ' ~ ' || latin_key(form, true) end, ' ');
end
$$;

-- How well a work sells, all its editions together: what was sold in 30 days, a sale losing half its weight in 10 days.
create table recent_sales (
  work_id text primary key references works (id) on delete cascade,
  weight double precision not null check (weight > 0)
);

create table listings (
  work_id text primary key references works (id) on delete cascade,
  -- The edition that lists show.
  book_id text not null references books (id) on delete cascade,
  -- As it is sorted: its first 200 letters, as an index takes no more of a long one.
  title text not null,
  -- What the search reads, by `listing_words`: title, people, series with number, publisher.
  words text not null,
  -- `category:fiction` (those above it too), `author:…`, `series:…`, `publisher:…`, `format:paperback`, `language:en`,
  -- `rating:4` (and better), `available`, `reduced`.
  facets text[] not null,
  -- Sorts by rating, then by how many gave one: 100 times the rating before seven digits of the count.
  rating_rank bigint not null,
  popularity double precision not null,
  price_paise integer not null,
  added_at timestamptz not null
);
create index listings_book on listings (book_id);
-- What is not yet sorted into it is read through by every search: with the usual 4 MB that costs more than the search.
create index listings_words on listings using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
-- Titles by how they begin: every entry is cut, as a title may be longer than an index can take.
create index listings_by_beginning on listings (left(words, 60) text_pattern_ops);
create index listings_facets on listings using gin (facets);
create index listings_by_title on listings (title, work_id);
create index listings_by_popularity on listings (popularity desc, work_id);
create index listings_by_rating on listings (rating_rank desc, work_id);
create index listings_by_price on listings (price_paise, work_id);
create index listings_by_newest on listings (added_at desc, work_id);

-- Works whose rows are to be made anew by a job: those of a bulk import, and those whose copies came or went, as a
-- checkout must not wait for the rows of lists.
create table stale_listings (
  id bigint generated always as identity primary key,
  work_id text not null
);

-- Makes the rows of these works anew. The lock makes the later of two changes of one work see the earlier.
create function refresh_listings(changed text[]) returns void language plpgsql as $$
begin
  perform from works where id = any(changed) order by id for no key update;
  delete from listings l where l.work_id = any(changed)
    and not exists (select from books b where b.work_id = l.work_id and b.is_main and b.is_listed);
  insert into listings as known (work_id, book_id, title, words, facets, rating_rank, popularity, price_paise, added_at)
  with recursive above (category_id, id) as (
    select id, id from categories
    union select above.category_id, k.parent_id from above join categories k on k.id = above.id where k.parent_id is not null),
  shelves as (
    select wc.work_id, array_agg(distinct 'category:' || above.id) as facets
    from work_categories wc join above using (category_id) where wc.work_id = any(changed) group by wc.work_id),
  people as (
    select c.work_id, array_agg(distinct 'author:' || a.id) as facets, string_agg(a.name, ', ' order by c.position) as names
    from work_contributors c join authors a on a.id = c.author_id where c.work_id = any(changed) group by c.work_id),
  numbered as (
    select sw.work_id, array_agg('series:' || r.id order by r.id) as facets,
      string_agg(concat_ws(' ', r.name, trim_scale(sw.position)), ', ' order by r.id) as names
    from series_works sw join series r on r.id = sw.series_id where sw.work_id = any(changed) group by sw.work_id),
  editions as (
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

-- A transaction that writes very many works says `set_config('endpaper.listings', 'later', true)`; one that notes them by
-- itself, once each, says `noted`.
-- A statement of many works is taken in parts: the planner takes a long list for a short one, and then reads it for each work.
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

-- Rows before and after are compared as sets, here and below: a join of them is planned once, for the few rows of the first
-- statement, and would then go through all pairs of the many rows of another one.
create function listing_works_altered() returns trigger language plpgsql as $$
begin
  perform refresh_or_note_listings(array(
    select id from (
      select id, search_text, rating, rating_count from is_now
      except select id, search_text, rating, rating_count from was) altered));
  return null;
end
$$;
create trigger works_listed_anew after update on works referencing old table as was new table as is_now
  for each statement execute function listing_works_altered();

create function listing_books_altered() returns trigger language plpgsql as $$
begin
  perform refresh_or_note_listings(array(
    with before as (select work_id, id, is_main, is_listed, format, language, publisher, publisher_id, price_paise, mrp_paise, created_at from was),
    after as (select work_id, id, is_main, is_listed, format, language, publisher, publisher_id, price_paise, mrp_paise, created_at from is_now)
    select distinct work_id from (
      (table before except table after) union all (table after except table before)) altered));
  return null;
end
$$;
create trigger books_listed_anew after update on books referencing old table as was new table as is_now
  for each statement execute function listing_books_altered();

-- Rows that came, went or changed in a table that names its work.
create function listing_parts_altered() returns trigger language plpgsql as $$
begin
  perform refresh_or_note_listings(array(select distinct work_id from touched));
  return null;
end
$$;
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
create trigger authors_listed_anew after update of name on authors for each row when (old.name <> new.name)
  execute function listing_author_renamed();

create function listing_series_renamed() returns trigger language plpgsql as $$
begin
  insert into stale_listings (work_id) select distinct work_id from series_works where series_id = new.id;
  return null;
end
$$;
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
create trigger categories_listed_anew after update of parent_id on categories for each row
  when (old.parent_id is distinct from new.parent_id) execute function listing_category_moved();

create function listing_copies_altered() returns trigger language plpgsql as $$
begin
  if current_setting('endpaper.listings', true) = 'noted' then return null; end if;
  insert into stale_listings (work_id) select work_id from books where id = new.book_id;
  return null;
end
$$;
create trigger stock_listed after insert on stock for each row when (new.on_hand > new.reserved)
  execute function listing_copies_altered();
create trigger stock_listed_anew after update on stock for each row
  when ((old.on_hand > old.reserved) <> (new.on_hand > new.reserved)) execute function listing_copies_altered();

create trigger listings_changed after insert or update or delete on listings
  for each statement execute function tell_catalogue_changed();

-- The shop makes them before it opens: a million rows take minutes, and the triggers' locks must not.
insert into stale_listings (work_id) select id from works;
