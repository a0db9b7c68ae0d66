-- Derived from listings: the index of authors.

-- Authors with a listed book: the index of authors.
create table author_listings (
  author_id text primary key references authors (id) on delete cascade,
  -- `a` to `z`, `devanagari` or `other`.
  letter text not null,
  -- The folded name, surname first.
  sort_key text collate "C" not null,
  books integer not null check (books > 0),
  -- Whether the author is in the index of authors. False for translators, editors and illustrators.
  is_writer boolean not null
);
create index author_listings_in_order on author_listings (letter, sort_key, author_id) where is_writer;

create function authors_came() returns trigger language plpgsql as $$
begin
  if not exists (select from is_now) then return null; end if;
  insert into catalogue_count_changes (name, number)
  select name, count(*) from is_now, unnest(author_counts(letter, sort_key)) as name where is_writer group by name;
  perform announce_catalogue();
  return null;
end
$$;
comment on function authors_came() is 'Adds the authors to the counts, and sends NOTIFY catalogue_changed.';
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
comment on function authors_went() is 'Removes the authors from the counts, and sends NOTIFY catalogue_changed.';
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
comment on function authors_altered() is 'Updates the counts of authors, and sends NOTIFY catalogue_changed.';
create trigger author_listings_altered after update on author_listings
  referencing old table as was new table as is_now for each statement execute function authors_altered();

-- Queue of authors whose row in author_listings the job `listings` rebuilds.
create table stale_authors (
  id bigint generated always as identity primary key,
  author_id text not null
);
create index stale_authors_author on stale_authors (author_id);

-- The names in catalogue_counts under which an author is counted.
create function author_counts(letter text, sort_key text) returns text[] language sql immutable parallel safe as $$
  select array['authors', 'authors:' || letter]
    || case when sort_key ~ '^[a-z]{2}' then array['authors:' || left(sort_key, 2)] else '{}' end
$$;

-- Rebuilds the rows of these authors, counting each author's books by index.
create function refresh_authors(changed text[]) returns void language plpgsql
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

create function author_parts_altered() returns trigger language plpgsql as $$
begin
  insert into stale_authors (author_id) select distinct author_id from touched;
  return null;
end
$$;
comment on function author_parts_altered() is 'Queues the authors in stale_authors.';
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
comment on function author_renamed() is 'Queues the author in stale_authors.';
create trigger authors_sorted_anew after update of name, sort_name on authors for each row
  when (old.name <> new.name or old.sort_name is distinct from new.sort_name) execute function author_renamed();
