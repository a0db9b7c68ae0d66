-- The desk sorts, filters and counts all books by index, and by bitmaps.
-- A slot is the position of the book in all bitmaps. A slot without a book is free.
create table desk_books (
  slot integer primary key,
  book_id text unique,
  work_id text,
  -- The values that the book can be filtered by, such as `category:fiction` (and its ancestors), `copies:none`.
  has text[] not null,
  -- Sort keys. The texts are folded and cut, because an index entry has a limit.
  title text not null,
  author text not null,
  publisher text not null,
  price_paise integer not null,
  mrp_paise integer not null,
  available integer not null,
  -- Copies sold in the last 30 days.
  sold integer not null,
  added_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0.05);
create index desk_books_free on desk_books (slot) where book_id is null;
create index desk_books_work on desk_books (work_id);
create index desk_books_by_title on desk_books (title, slot) where book_id is not null;
create index desk_books_by_author on desk_books (author, slot) where book_id is not null;
create index desk_books_by_publisher on desk_books (publisher, slot) where book_id is not null;
create index desk_books_by_price on desk_books (price_paise, slot) where book_id is not null;
create index desk_books_by_mrp on desk_books (mrp_paise, slot) where book_id is not null;
create index desk_books_by_copies on desk_books (available, slot) where book_id is not null;
create index desk_books_by_sales on desk_books (sold, slot) where book_id is not null;
create index desk_books_by_newest on desk_books (added_at, slot) where book_id is not null;

-- A bitmap of slots per value, like `shelf_bits`. Publishers have one only once they have many books.
create table desk_book_bits (
  value text,
  chunk integer,
  bits bit(60000) not null,
  primary key (value, chunk)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
alter table desk_book_bits alter column bits set storage plain;

-- Queue of works whose rows of `desk_books` are to be made again.
create table desk_book_notes (
  id bigint generated always as identity primary key,
  work_id text not null
);

-- The rows of `desk_books` of these works, computed from the books.
create function desk_rows(works text[])
returns table (book_id text, work_id text, has text[], title text, author text, publisher text, price_paise integer,
  mrp_paise integer, available integer, sold integer, added_at timestamptz)
language sql stable set enable_seqscan = off set enable_memoize = off as $$
  with recursive above (category_id, id) as (
    select id, id from categories
    union select above.category_id, k.parent_id from above join categories k on k.id = above.id where k.parent_id is not null),
  filed as materialized (
    select given.id as work_id, wc.category_id
    from (select distinct unnest(works) as id) given
      left join lateral (select category_id from work_categories where work_id = given.id offset 0) wc on true),
  given as materialized (
    select filed.work_id, array_agg(distinct 'category:' || coalesce(above.id, '-')) as categories
    from filed left join above using (category_id) group by filed.work_id)
  select b.id, b.work_id,
    given.categories || array[
      'book:all',
      'listed:' || case when b.is_listed then 'yes' else 'no' end,
      'cover:' || case when b.cover_image_id is null then 'none' else 'picture' end,
      'copies:' || case when copies.available <= 0 then 'none' when copies.available <= 5 then 'few' else 'many' end,
      'price:' || case when b.price_paise = b.mrp_paise then 'mrp' else 'below' end,
      'price:' || ('{0-299,300-499,500-999,1000-}'::text[])[width_bucket(b.price_paise, '{30000,50000,100000}'::int[]) + 1],
      'availability:' || b.availability, 'format:' || b.format, 'language:' || b.language]
      || case when b.publisher_id is null then '{}' else array['publisher:' || b.publisher_id] end,
    left(filed_title(w.search_text), 60), left(coalesce(people.name, ''), 60), left(lower(b.publisher), 60),
    b.price_paise, b.mrp_paise, copies.available, coalesce(sales.sold, 0), b.created_at
  from given
    cross join lateral (select search_text from works where id = given.work_id offset 0) w
    cross join lateral (
      select id, books.work_id, is_listed, cover_image_id, books.price_paise, books.mrp_paise, availability, format, language,
        publisher_id, books.publisher, created_at
      from books where books.work_id = given.work_id offset 0) b
    left join lateral (
      select coalesce(a.name_key, lower(a.name)) as name
      from (select author_id from work_contributors c where c.work_id = given.work_id order by position limit 1) c
        cross join lateral (select name_key, name from authors where id = c.author_id offset 0) a) people on true
    cross join lateral (
      select coalesce((select s.on_hand - s.reserved from stock s where s.book_id = b.id), 0) as available offset 0) copies
    cross join lateral (
      select -sum(m.delta)::integer as sold from stock_moves m
      where m.book_id = b.id and m.cause = 'sale' and m.created_at > current_timestamp - interval '30 days') sales
$$;

-- Makes the rows of up to `batch` notes again, with their bits; returns how many it processed. Only one process at a time
-- does so; others return 0.
create function refresh_desk_books(batch integer) returns integer language plpgsql
set enable_seqscan = off as $$
declare
  notes integer;
  works text[];
begin
  if not exists (select from desk_book_notes) or not pg_try_advisory_xact_lock(hashtext('endpaper.desk-books')) then
    return 0;
  end if;
  with taken as (
    delete from desk_book_notes where id = any(array(select id from desk_book_notes order by id limit batch))
    returning work_id)
  select count(*), array_agg(distinct work_id) into notes, works from taken;
  if notes = 0 then return 0; end if;

  with made as materialized (select * from desk_rows(works)),
  -- An edition may come from another work.
  was as materialized (
    select r.slot, r.book_id, r.has from unnest(works) given (work_id)
      cross join lateral (select slot, book_id, has from desk_books where work_id = given.work_id offset 0) r
    union
    select r.slot, r.book_id, r.has from made
      cross join lateral (select slot, book_id, has from desk_books where book_id = made.book_id offset 0) r),
  come as materialized (
    select book_id, row_number() over (order by book_id) as nth from made
    where not exists (select from was where was.book_id = made.book_id)),
  free as materialized (
    select slot, row_number() over (order by slot) as nth
    from (select slot from desk_books where book_id is null order by slot limit (select count(*) from come)) first_free),
  placed as materialized (
    select coalesce(was.slot, free.slot, (select coalesce(max(slot), -1) from desk_books) + come.nth - (select count(*) from free))::integer
      as slot, made.*, was.has as had
    from made left join was using (book_id) left join come using (book_id) left join free using (nth)),
  gone as materialized (select slot, has from was where not exists (select from made where made.book_id = was.book_id)),
  altered as materialized (
    select value, slot / 60000 as chunk, slot % 60000 as place, is_gained from (
      select slot, unnest(has) as value, true as is_gained from placed where had is null
      union all
      select slot, value, is_gained from placed cross join lateral (
        select unnest(has) as value, true as is_gained except select unnest(had), true
        union all (select unnest(had), false except select unnest(has), false)) both_sides
      where had is not null
      union all select slot, unnest(has), false from gone) changes
    where value not like 'publisher:%' or exists (select from desk_book_bits k where k.value = changes.value and k.chunk = 0)),
  masks as materialized (
    select value, chunk, bit_or(set_bit(B'0'::bit(60000), place, 1)) filter (where is_gained) as gained,
      bit_or(set_bit(B'0'::bit(60000), place, 1)) filter (where not is_gained) as lost
    from altered group by value, chunk),
  stored as (
    insert into desk_book_bits as known (value, chunk, bits)
    select value, chunk, (coalesce(k.bits, B'0'::bit(60000)) & ~coalesce(lost, B'0'::bit(60000))) | coalesce(gained, B'0'::bit(60000))
    from masks left join lateral (
      select b.bits from desk_book_bits b where b.value = masks.value and b.chunk = masks.chunk limit 1) k on true
    order by value, chunk
    on conflict (value, chunk) do update set bits = excluded.bits),
  freed as (
    update desk_books d set book_id = null, work_id = null, has = '{}' from gone where d.slot = gone.slot)
  insert into desk_books as known (slot, book_id, work_id, has, title, author, publisher, price_paise, mrp_paise, available, sold, added_at)
  select slot, book_id, work_id, has, title, author, publisher, price_paise, mrp_paise, available, sold, added_at from placed
  order by slot
  on conflict (slot) do update set book_id = excluded.book_id, work_id = excluded.work_id, has = excluded.has,
    title = excluded.title, author = excluded.author, publisher = excluded.publisher, price_paise = excluded.price_paise,
    mrp_paise = excluded.mrp_paise, available = excluded.available, sold = excluded.sold, added_at = excluded.added_at
  where (known.book_id, known.work_id, known.has, known.title, known.author, known.publisher, known.price_paise, known.mrp_paise,
      known.available, known.sold, known.added_at)
    is distinct from (excluded.book_id, excluded.work_id, excluded.has, excluded.title, excluded.author, excluded.publisher,
      excluded.price_paise, excluded.mrp_paise, excluded.available, excluded.sold, excluded.added_at);
  return notes;
end
$$;

-- Begins to keep the bitmap of a publisher with many books.
create function keep_desk_bits(house text) returns void language plpgsql set enable_seqscan = off as $$
declare
  wanted constant text := 'publisher:' || house;
begin
  perform pg_advisory_xact_lock(hashtext('endpaper.desk-books'));
  insert into desk_book_bits (value, chunk, bits)
  select wanted, slot / 60000, bit_or(set_bit(B'0'::bit(60000), slot % 60000, 1))
  from books b join desk_books r on r.book_id = b.id
  where b.publisher_id = house and r.has @> array[wanted]
  group by slot / 60000
  on conflict do nothing;
  -- Without a chunk 0 a bitmap is not kept.
  insert into desk_book_bits (value, chunk, bits) values (wanted, 0, B'0'::bit(60000)) on conflict do nothing;
end
$$;

create function desk_book_altered() returns trigger language plpgsql as $$
begin
  insert into desk_book_notes (work_id) values (new.work_id);
  return null;
end
$$;
comment on function desk_book_altered() is 'Queues the work in desk_book_notes.';
-- All other columns that the table shows are in `listings` too, so that `refresh_listings` queues their changes.
create trigger books_noted_for_desk after update of availability, cover_image_id on books for each row
  when (old.availability <> new.availability or (old.cover_image_id is null) <> (new.cover_image_id is null))
  execute function desk_book_altered();

create function desk_copies_altered() returns trigger language plpgsql as $$
begin
  insert into desk_book_notes (work_id) select work_id from books where id = new.book_id;
  return null;
end
$$;
comment on function desk_copies_altered() is 'Queues the work in desk_book_notes when copies of a book come or go.';
create trigger stock_noted_for_desk after insert on stock for each row when (new.on_hand > 0)
  execute function desk_copies_altered();
create trigger stock_noted_anew_for_desk after update on stock for each row
  when (old.on_hand <> new.on_hand or old.reserved <> new.reserved) execute function desk_copies_altered();

create or replace function refresh_listings(changed text[]) returns void language plpgsql
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
