-- Titles that are there in several languages, and names of authors in other scripts than their own.

-- A translation is a work of its own: with its title, its translator and its editions. Works that are one title in several
-- languages share `title_id`, and with it their rating.
create sequence title_ids;
create table translations (
  work_id text primary key references works (id) on delete cascade,
  title_id bigint not null default nextval('title_ids'),
  -- The others were translated from it; nobody may know which one it is.
  is_original boolean not null default false,
  -- `person`, `demonstration` or `import 12`. What a person decided no import changes.
  decided_by text not null
);
create index translations_title on translations (title_id);
create unique index translations_original on translations (title_id) where is_original;
create trigger translations_told after insert or update or delete on translations
  for each statement execute function tell_catalogue_changed();

-- Translations and originals as feeds name them: the works of these references may come before this one or after it.
create table named_translations (
  work_id text not null references works (id) on delete cascade,
  source text not null,
  -- As in `works.work_reference`.
  reference text not null,
  -- The work of the reference is what this one was translated from; else it is the other way round.
  is_original boolean not null,
  decided_by text not null,
  primary key (work_id, source, reference)
);
create index named_translations_reference on named_translations (source, reference);

-- An author's name in a script that `authors.name` is not written in: books in a language of that script have it.
create table author_names (
  author_id text not null references authors (id) on delete cascade,
  -- ISO 15924, such as `Deva`.
  script text not null check (script ~ '^[A-Z][a-z]{3}$'),
  name text not null check (name <> ''),
  -- As of `authors.name_key`: imports know the author by it.
  name_key text not null,
  decided_by text not null,
  primary key (author_id, script)
);
create index author_names_key on author_names (name_key);
create trigger author_names_told after insert or update or delete on author_names
  for each statement execute function tell_catalogue_changed();

-- The script (ISO 15924) that a language (ISO 639) is written in: of the scripts of India, else Latin.
create function script_of(language text) returns text language sql immutable parallel safe as $$
  select case
    when language in ('hi', 'mr', 'ne', 'sa', 'bho', 'brx', 'doi', 'gom', 'kok', 'mai', 'new') then 'Deva'
    when language in ('bn', 'as', 'mni') then 'Beng'
    when language = 'pa' then 'Guru'
    when language = 'gu' then 'Gujr'
    when language in ('or', 'ory') then 'Orya'
    when language = 'ta' then 'Taml'
    when language = 'te' then 'Telu'
    when language = 'kn' then 'Knda'
    when language = 'ml' then 'Mlym'
    when language in ('ur', 'ks', 'sd', 'ar', 'fa') then 'Arab'
    else 'Latn' end
$$;

-- A rating is of the title: where it starts, and the reviews, of its languages together.
create or replace function rate_work() returns trigger language plpgsql as $$
declare
  others text[] := '{}';
  stars numeric := coalesce(new.starting_rating, 0) * new.starting_rating_count;
  readers integer := new.starting_rating_count;
begin
  if tg_op = 'UPDATE' then
    others := array(
      select o.work_id from translations t join translations o using (title_id)
      where t.work_id = new.id and o.work_id <> new.id);
    select stars + coalesce(sum(r.rating), 0), readers + count(*) into stars, readers
    from reviews r where r.work_id = any(others || new.id) and r.state = 'published';
    if others <> '{}' then
      select stars + coalesce(sum(w.starting_rating * w.starting_rating_count), 0), readers + coalesce(sum(w.starting_rating_count), 0)
      into stars, readers from works w where w.id = any(others);
    end if;
  end if;
  new.rating_count := readers;
  new.rating := stars / nullif(readers, 0);
  return new;
end
$$;

-- Rates these works anew, and those that are one title with them. They are locked in one order, and counted then: of two
-- changes at once the second sees the first.
create function rate_titles(works_touched text[]) returns void language plpgsql as $$
declare
  of_titles text[] := works_touched || array(
    select o.work_id from translations t join translations o using (title_id) where t.work_id = any(works_touched));
begin
  perform from works where id = any(of_titles) order by id for no key update;
  update works set starting_rating = starting_rating where id = any(of_titles);
end
$$;

create or replace function reviews_changed() returns trigger language plpgsql as $$
declare
  works_touched text[];
  is_seen boolean;
begin
  if tg_op = 'INSERT' then
    select array_agg(work_id), count(*) > 0 into works_touched, is_seen from written where state = 'published';
  elsif tg_op = 'DELETE' then
    select array_agg(work_id), count(*) > 0 into works_touched, is_seen from gone where state = 'published';
  else
    select array_agg(work_id), count(*) > 0 into works_touched, is_seen
    from (select work_id, state from gone union all select work_id, state from written) both_states
    where state = 'published';
  end if;
  if is_seen then
    perform rate_titles(works_touched);
    perform pg_notify('catalogue_changed', '');
  end if;
  return null;
end
$$;

-- A catalogue that changes where the rating of a work starts changes that of its translations.
create function rate_translations() returns trigger language plpgsql as $$
begin
  update works set starting_rating = starting_rating where id in (
    select o.work_id from translations t join translations o using (title_id)
    where t.work_id = new.id and o.work_id <> new.id);
  return null;
end
$$;
create trigger works_rate_translations after update of starting_rating, starting_rating_count on works for each row
  when ((old.starting_rating, old.starting_rating_count) is distinct from (new.starting_rating, new.starting_rating_count))
  execute function rate_translations();

-- Works that became one title, or are none any more.
create function translations_changed() returns trigger language plpgsql as $$
declare
  works_touched text[];
begin
  if tg_op = 'INSERT' then
    works_touched := array(select work_id from is_now);
  elsif tg_op = 'DELETE' then
    works_touched := array(
      select work_id from was union select o.work_id from was join translations o using (title_id));
  else
    works_touched := array(
      select work_id from is_now union select o.work_id from was join translations o using (title_id));
  end if;
  if works_touched <> '{}' then perform rate_titles(works_touched); end if;
  return null;
end
$$;
create trigger translations_came after insert on translations referencing new table as is_now
  for each statement execute function translations_changed();
create trigger translations_altered after update on translations referencing old table as was new table as is_now
  for each statement execute function translations_changed();
create trigger translations_went after delete on translations referencing old table as was
  for each statement execute function translations_changed();

-- As before; a work is also found by the names of its people in other scripts.
create or replace function refresh_listings(changed text[]) returns void language plpgsql as $$
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
    select c.work_id, array_agg(distinct 'author:' || a.id) as facets,
      string_agg(concat_ws(', ', a.name, other.names), ', ' order by c.position) as names
    from work_contributors c join authors a on a.id = c.author_id
      cross join lateral (
        select string_agg(n.name, ', ' order by n.script) as names from author_names n where n.author_id = a.id) other
    where c.work_id = any(changed) group by c.work_id),
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

-- As before; authors are also suggested by their names in other scripts.
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

-- The works of an author who got or lost a name are found by it.
create function author_names_changed() returns trigger language plpgsql as $$
begin
  insert into stale_listings (work_id)
    select distinct c.work_id from touched join work_contributors c using (author_id);
  insert into stale_names (facet) select distinct 'author:' || author_id from touched;
  return null;
end
$$;
create trigger author_names_came after insert on author_names referencing new table as touched
  for each statement execute function author_names_changed();
create trigger author_names_altered after update on author_names referencing new table as touched
  for each statement execute function author_names_changed();
create trigger author_names_went after delete on author_names referencing old table as touched
  for each statement execute function author_names_changed();
