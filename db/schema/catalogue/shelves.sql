-- Bitmaps and counts for filtering long shelves (docs/decisions/031-shelf-bits.md).

-- The position of each listed work in all bitmaps. A slot without a work is free.
create table shelf_slots (
  slot integer primary key,
  work_id text unique
);
create index shelf_slots_free on shelf_slots (slot) where work_id is null;

-- A bitmap per value of a facet, in chunks of 60,000 slots, which fill a page of 8 kB. Stored plain: decompression
-- would take longer than everything else. Each stored value has a chunk 0. Prices are also stored as binary numbers, for
-- ranges that a reader types: `rupees:3` has the works whose price in rupees has bit 3 set.
create table shelf_bits (
  value text,
  chunk integer,
  bits bit(60000) not null,
  primary key (value, chunk)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
alter table shelf_bits alter column bits set storage plain;

-- Queue of works whose bits a job updates, with the values that they lost.
create table shelf_bit_notes (
  id bigint generated always as identity primary key,
  work_id text not null,
  lost text[] not null default '{}'
);

-- Counts of the most frequent values of each facet on long shelves, which a page cannot count itself. A job updates
-- them.
create table shelf_counts (
  -- The shelf, such as `category:fiction`.
  facet text,
  -- A value of `listings.facets`, or a range of prices such as `price:300-499`.
  value text,
  number integer not null check (number > 0),
  primary key (facet, value)
);

-- The slots of the set bits.
create function slots_of(bits bit, chunk integer) returns table (slot integer) language sql stable rows 200 as $$
  select (chunk * 60000 - 1 + sum(length(gap) + 1) over (order by nth))::integer
  from string_to_table(bits::text, '1') with ordinality gaps (gap, nth)
  order by nth limit bit_count(bits)
$$;

-- All values of a row that may have bits: its facets, its price range (`priceRanges` in shelf-choice.ts), and the binary
-- digits of its price in rupees, up to 131,071.
create function bit_values(facets text[], price_paise integer) returns text[] language sql immutable parallel safe as $$
  select facets
    || ('{price:0-299,price:300-499,price:500-999,price:1000-}'::text[])[width_bucket(price_paise, '{30000,50000,100000}'::int[]) + 1]
    || array(
    select 'rupees:' || digit from generate_series(0, 16) as digit
    where (least(price_paise / 100, 131071) >> digit) & 1 = 1)
$$;

-- Rows of `listings` with all of `all_of` and one of each other list, at most `at_most`. Always by the index of facets:
-- the planner overestimates rare combinations and would scan the table.
create function listings_with(all_of text[], one_of text[], and_one_of text[], also_one_of text[], lastly_one_of text[], at_most int)
returns table (work_id text, book_id text, title text, facets text[], rating_rank bigint, popularity double precision,
  price_paise integer, added_at timestamptz)
language sql stable rows 1000 set enable_seqscan = off as $$
  select l.work_id, l.book_id, l.title, l.facets, l.rating_rank, l.popularity, l.price_paise, l.added_at from listings l
  where l.facets @> all_of and l.facets && one_of and l.facets && and_one_of and l.facets && also_one_of
    and l.facets && lastly_one_of
  limit at_most
$$;

-- The bitmap of a value: the stored one, else made of at most `at_most` works found by the index of facets.
create function bits_of(wanted text, at_most integer) returns table (chunk integer, bits bit)
language plpgsql stable rows 20 set enable_seqscan = off as $$
begin
  return query select b.chunk, b.bits from shelf_bits b where b.value = wanted;
  if found then return; end if;
  return query
    select s.slot / 60000, bit_or(set_bit(B'0'::bit(60000), s.slot % 60000, 1))
    from (select l.work_id from listings l where l.facets @> array[wanted] limit at_most) named
      cross join lateral (select ss.slot from shelf_slots ss where ss.work_id = named.work_id limit 1) s
    group by s.slot / 60000;
end
$$;

-- The works whose price in rupees is at least `lowest`; none from 131,072 on.
create function bits_from_price(lowest integer) returns table (chunk integer, bits bit)
language plpgsql stable rows 20 set enable_seqscan = off as $$
declare
  none constant bit(60000) := B'0'::bit(60000);
  at_least bit(60000);
  digit record;
begin
  for part in 0..(select coalesce(max(slot), 0) / 60000 from shelf_slots) loop
    at_least := case when lowest < 131072 then ~none else none end;
    if lowest between 1 and 131071 then
      -- From the last digit on: where the limit has a one, a work needs one too; else one is enough.
      for digit in
        select place, coalesce((
          select b.bits from shelf_bits b where b.value = 'rupees:' || place and b.chunk = part), none) as ones
        from generate_series(0, 16) place order by place
      loop
        if (lowest >> digit.place) & 1 = 1 then at_least := at_least & digit.ones; else at_least := at_least | digit.ones; end if;
      end loop;
    end if;
    chunk := part;
    bits := at_least;
    return next;
  end loop;
end
$$;

-- Rows of `listings` at these slots, each found by its key.
create function listings_at(slots integer[])
returns table (work_id text, book_id text, title text, facets text[], rating_rank bigint, popularity double precision,
  price_paise integer, added_at timestamptz)
language sql stable rows 1000 set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_memoize = off as $$
  select l.work_id, l.book_id, l.title, l.facets, l.rating_rank, l.popularity, l.price_paise, l.added_at
  from unnest(slots) as wanted (slot) join shelf_slots s on s.slot = wanted.slot join listings l on l.work_id = s.work_id
$$;

-- Applies up to `batch` notes to the bitmaps and returns how many it applied. Only one process at a time does so;
-- others return 0.
create function refresh_shelf_bits(batch integer) returns integer language plpgsql
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
  pairs as (select distinct work_id, unnest(lost) as value from taken)
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
      select v.chunk, v.place, v.value
      from (
        select p.chunk, p.place, unnest(l.has) as value
        from places p
          cross join lateral (
            select bit_values(l.facets, l.price_paise) as has from listings l where l.work_id = p.work_id limit 1) l) v
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

create function bits_came() returns trigger language plpgsql as $$
begin
  insert into shelf_bit_notes (work_id) select work_id from is_now;
  return null;
end
$$;
comment on function bits_came() is 'Queues the works in shelf_bit_notes.';
create trigger listings_bits_came after insert on listings referencing new table as is_now
  for each statement execute function bits_came();

create function bits_went() returns trigger language plpgsql as $$
begin
  insert into shelf_bit_notes (work_id, lost) select work_id, bit_values(facets, price_paise) from was;
  return null;
end
$$;
comment on function bits_went() is 'Queues the works in shelf_bit_notes with the values that they lost.';
create trigger listings_bits_went after delete on listings referencing old table as was
  for each statement execute function bits_went();

-- Compared as sets: see `listing_works_altered`.
create function bits_altered() returns trigger language plpgsql as $$
begin
  insert into shelf_bit_notes (work_id, lost)
  select work_id, bit_values(facets, price_paise) from (
    select work_id, facets, price_paise from was except select work_id, facets, price_paise from is_now) altered;
  return null;
end
$$;
comment on function bits_altered() is 'Queues the works whose facets or price changed in shelf_bit_notes.';
create trigger listings_bits_altered after update on listings referencing old table as was new table as is_now
  for each statement execute function bits_altered();
