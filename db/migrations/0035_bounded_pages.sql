-- What pages read stays short at any size of the catalogue: the best books of a shelf by index, numbers that are kept,
-- and the authors of the index in its order. Old processes go on beside it: nothing they read or write is taken away.

-- The chart is made of the sales of 30 days.
create index stock_moves_sales on stock_moves (created_at) include (book_id, delta) where cause = 'sale';
create index recent_sales_by_weight on recent_sales (weight desc, work_id);
create index listings_newest_available on listings (added_at desc, work_id) where facets @> array['available'];
create index authors_featured on authors (name, id) where is_featured;

-- What stands on each shelf itself, without those under it, and by each author, best rated first: `category:…` and
-- `author:…` of `listings.facets`. What else a choice among them goes by stands beside, so that the index alone is read.
create table shelf_places (
  facet text not null,
  rating_rank bigint not null,
  work_id text not null,
  -- Whether the shelf is the main category of the work.
  is_main boolean not null,
  -- Of the edition that lists show.
  language text not null
);
create unique index shelf_places_in_order on shelf_places (facet, rating_rank desc, work_id) include (is_main, language);

-- How many there are: `books` (works on the shelf), `authors` (those who wrote one of them), `authors:m`, `authors:mi`,
-- `category:fiction`, `language:en`. Changes are noted beside the numbers, so that nobody waits for anybody else's, and a
-- job adds them up.
create table catalogue_counts (
  name text primary key,
  number integer not null
);
create table catalogue_count_changes (
  id bigint generated always as identity primary key,
  name text not null,
  number integer not null
);
create index catalogue_count_changes_name on catalogue_count_changes (name);

-- The authors of whom a book is on the shelf, as the index of authors has them.
create table author_listings (
  author_id text primary key references authors (id) on delete cascade,
  -- `a` to `z`, `devanagari` or `other`.
  letter text not null,
  -- The folded name, the surname first.
  sort_key text collate "C" not null,
  books integer not null check (books > 0),
  -- Not only as translator, editor or illustrator: these are found through their books.
  is_writer boolean not null
);
create index author_listings_in_order on author_listings (letter, sort_key, author_id) where is_writer;

-- Authors whose rows a job makes anew.
create table stale_authors (
  id bigint generated always as identity primary key,
  author_id text not null
);

-- The catalogue's own form of a name, such as `Le Guin, Ursula K.`, else the last word first; `Jr.` and the like do not count.
create function author_sort_key(name text, sort_name text) returns text language sql immutable parallel safe as $$
  select ltrim(fold_text(coalesce(nullif(sort_name, ''), regexp_replace(
    regexp_replace(btrim(name), ',?\s+(jr|sr|ii|iii|iv)\.?$', '', 'i'), '^(.*\S)\s+(\S+)$', '\2, \1'))),
    ' .,:;''"()[]&*/!?#-')
$$;

create function refresh_authors(changed text[]) returns void language plpgsql as $$
begin
  delete from author_listings al where al.author_id = any(changed) and not exists (
    select from work_contributors c join listings l on l.work_id = c.work_id where c.author_id = al.author_id);
  insert into author_listings as known (author_id, letter, sort_key, books, is_writer)
  select a.id,
    case when named.key ~ '^[a-z]' then left(named.key, 1) when named.key ~ '^[\u0900-\u097f]' then 'devanagari' else 'other' end,
    named.key, counted.books, counted.is_writer
  from authors a
    cross join lateral (select author_sort_key(a.name, a.sort_name) as key) named
    join (
      select c.author_id, count(distinct c.work_id)::int as books, bool_or(c.role = 'author') as is_writer
      from work_contributors c join listings l on l.work_id = c.work_id
      where c.author_id = any(changed) group by c.author_id) counted on counted.author_id = a.id
  order by a.id
  on conflict (author_id) do update
    set letter = excluded.letter, sort_key = excluded.sort_key, books = excluded.books, is_writer = excluded.is_writer
  where (known.letter, known.sort_key, known.books, known.is_writer)
    is distinct from (excluded.letter, excluded.sort_key, excluded.books, excluded.is_writer);
end
$$;

-- What came to a list (1) or left it (-1): facets with the rank of their works, and `books` for the work itself.
create function note_listed(facets text[], ranks bigint[], works text[], numbers int[]) returns void language plpgsql as $$
begin
  delete from shelf_places p using unnest(facets, ranks, works, numbers) as d (facet, rating_rank, work_id, number)
  where d.number < 0 and p.facet = d.facet and p.rating_rank = d.rating_rank and p.work_id = d.work_id;
  insert into shelf_places (facet, rating_rank, work_id, is_main, language)
  select d.facet, d.rating_rank, d.work_id, coalesce(wc.position = 0, false), b.language
  from unnest(facets, ranks, works, numbers) as d (facet, rating_rank, work_id, number)
    join books b on b.work_id = d.work_id and b.is_main
    left join work_categories wc on wc.work_id = d.work_id and 'category:' || wc.category_id = d.facet
  where d.number > 0 and (wc.work_id is not null or d.facet like 'author:%')
  on conflict do nothing;
  insert into stale_authors (author_id)
  select distinct substr(d.facet, 8) from unnest(facets, works, numbers) as d (facet, work_id, number)
  where d.facet like 'author:%' group by d.facet, d.work_id having sum(d.number) <> 0;
  insert into catalogue_count_changes (name, number)
  select d.facet, sum(d.number) from unnest(facets, numbers) as d (facet, number)
  where d.facet = 'books' or d.facet like 'category:%' or d.facet like 'language:%'
  group by d.facet having sum(d.number) <> 0 order by d.facet;
end
$$;

-- As tell_catalogue_changed: not while somebody announces many changes together.
create function announce_catalogue() returns void language plpgsql as $$
begin
  if current_setting('endpaper.announcement', true) is distinct from 'later' then
    perform pg_notify('catalogue_changed', '');
  end if;
end
$$;

-- A statement that touched no row tells nobody.
create function listings_came() returns trigger language plpgsql as $$
begin
  if not exists (select from is_now) then return null; end if;
  perform note_listed(array_agg(d.facet), array_agg(d.rating_rank), array_agg(d.work_id), array_agg(1))
  from (select unnest(facets || 'books'::text) as facet, rating_rank, work_id from is_now) d;
  perform announce_catalogue();
  return null;
end
$$;
create trigger listings_came after insert on listings referencing new table as is_now
  for each statement execute function listings_came();

create function listings_went() returns trigger language plpgsql as $$
begin
  if not exists (select from was) then return null; end if;
  perform note_listed(array_agg(d.facet), array_agg(d.rating_rank), array_agg(d.work_id), array_agg(-1))
  from (select unnest(facets || 'books'::text) as facet, rating_rank, work_id from was) d;
  perform announce_catalogue();
  return null;
end
$$;
create trigger listings_went after delete on listings referencing old table as was
  for each statement execute function listings_went();

-- How well a work sells is no word on a page: such a change leaves the pages as they are.
create function listings_altered() returns trigger language plpgsql as $$
begin
  if not exists (select from was) then return null; end if;
  perform note_listed(array_agg(d.facet), array_agg(d.rating_rank), array_agg(d.work_id), array_agg(d.number))
  from (
    select facet, rating_rank, work_id, sum(number)::int as number
    from (
      select unnest(facets) as facet, rating_rank, work_id, -1 as number from was
      union all select unnest(facets), rating_rank, work_id, 1 from is_now) both_sides
    group by facet, rating_rank, work_id having sum(number) <> 0) d;
  if exists (
    select work_id, book_id, title, words, facets, rating_rank, price_paise, added_at from is_now
    except select work_id, book_id, title, words, facets, rating_rank, price_paise, added_at from was) then
    perform announce_catalogue();
  end if;
  return null;
end
$$;
create trigger listings_altered after update on listings referencing old table as was new table as is_now
  for each statement execute function listings_altered();
drop trigger listings_changed on listings;

-- A main category or a language that changes without changing what the work is listed under.
create function place_details_altered() returns trigger language plpgsql as $$
begin
  update shelf_places p
  set is_main = coalesce(wc.position = 0, false), language = b.language
  from listings l join books b on b.id = l.book_id
    cross join unnest(l.facets) as f (name)
    left join work_categories wc on wc.work_id = l.work_id and 'category:' || wc.category_id = f.name
  where l.work_id = new.work_id and p.facet = f.name and p.rating_rank = l.rating_rank and p.work_id = l.work_id;
  return null;
end
$$;
create trigger work_categories_placed_anew after update of position on work_categories for each row
  when (old.position <> new.position) execute function place_details_altered();
create trigger books_placed_anew after update of language on books for each row
  when (old.language <> new.language) execute function place_details_altered();

-- The names under which an author of the index is counted.
create function author_counts(letter text, sort_key text) returns text[] language sql immutable parallel safe as $$
  select array['authors', 'authors:' || letter]
    || case when sort_key ~ '^[a-z]{2}' then array['authors:' || left(sort_key, 2)] else '{}' end
$$;

create function authors_came() returns trigger language plpgsql as $$
begin
  if not exists (select from is_now) then return null; end if;
  insert into catalogue_count_changes (name, number)
  select name, count(*) from is_now, unnest(author_counts(letter, sort_key)) as name where is_writer group by name;
  perform announce_catalogue();
  return null;
end
$$;
create trigger author_listings_came after insert on author_listings referencing new table as is_now
  for each statement execute function authors_came();

create function authors_went() returns trigger language plpgsql as $$
begin
  if not exists (select from was) then return null; end if;
  insert into catalogue_count_changes (name, number)
  select name, -count(*) from was, unnest(author_counts(letter, sort_key)) as name where is_writer group by name;
  perform announce_catalogue();
  return null;
end
$$;
create trigger author_listings_went after delete on author_listings referencing old table as was
  for each statement execute function authors_went();

create function authors_altered() returns trigger language plpgsql as $$
begin
  if not exists (select from was) then return null; end if;
  insert into catalogue_count_changes (name, number)
  select name, sum(number) from (
    select unnest(author_counts(letter, sort_key)) as name, -1 as number from was where is_writer
    union all select unnest(author_counts(letter, sort_key)), 1 from is_now where is_writer) both_sides
  group by name having sum(number) <> 0;
  perform announce_catalogue();
  return null;
end
$$;
create trigger author_listings_altered after update on author_listings
  referencing old table as was new table as is_now for each statement execute function authors_altered();

-- A part in a book that changes without changing who is in it.
create function author_parts_altered() returns trigger language plpgsql as $$
begin
  insert into stale_authors (author_id) select distinct author_id from touched;
  return null;
end
$$;
create trigger contributors_counted after insert on work_contributors referencing new table as touched
  for each statement execute function author_parts_altered();
create trigger contributors_counted_anew after update on work_contributors referencing new table as touched
  for each statement execute function author_parts_altered();
create trigger contributors_uncounted after delete on work_contributors referencing old table as touched
  for each statement execute function author_parts_altered();

create function author_renamed() returns trigger language plpgsql as $$
begin
  insert into stale_authors (author_id) values (new.id);
  return null;
end
$$;
create trigger authors_sorted_anew after update of name, sort_name on authors for each row
  when (old.name <> new.name or old.sort_name is distinct from new.sort_name) execute function author_renamed();

-- What is on lists already.
insert into shelf_places (facet, rating_rank, work_id, is_main, language)
select facet, l.rating_rank, l.work_id, coalesce(wc.position = 0, false), b.language
from listings l cross join unnest(l.facets) as facet join books b on b.id = l.book_id
  left join work_categories wc on wc.work_id = l.work_id and 'category:' || wc.category_id = facet
where wc.work_id is not null or facet like 'author:%';
insert into catalogue_counts (name, number)
select name, count(*) from listings, unnest(facets || 'books'::text) as name
where name = 'books' or name like 'category:%' or name like 'language:%' group by name;
-- The shop makes their rows before it opens.
insert into stale_authors (author_id) select id from authors;
