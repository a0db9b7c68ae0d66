-- What a choice on a long shelf is counted by: for each value that such shelves offer a string of bits, one bit a work. The
-- strings of two values laid over each other are the works that have both, however many these are.

-- The place of each listed work in every string of bits. A place without a work is free for another one.
create table shelf_slots (
  slot integer primary key,
  work_id text unique
);
create index shelf_slots_free on shelf_slots (slot) where work_id is null;

-- A value's works, 60,000 slots in a row, so that a row fills a page of 8 kB. It is not compressed: to unpack it would take
-- longer than all else. Every value that is kept has a chunk 0. Prices are kept as binary numbers: `rupees:3` has the works whose price in whole
-- rupees has the fourth digit from the right.
create table shelf_bits (
  value text not null,
  chunk integer not null,
  bits bit(60000) not null,
  primary key (value, chunk)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
alter table shelf_bits alter column bits set storage plain;

-- Works whose bits a job makes anew, and the values that they have lost.
create table shelf_bit_notes (
  id bigint generated always as identity primary key,
  work_id text not null,
  lost text[] not null default '{}'
);

-- Everything that may have bits: a row's facets, and the binary digits of its price in whole rupees, as far as 131,071.
create function bit_values(facets text[], price_paise integer) returns text[] language sql immutable parallel safe as $$
  select facets || array(
    select 'rupees:' || digit from generate_series(0, 16) as digit
    where (least(price_paise / 100, 131071) >> digit) & 1 = 1)
$$;

create function bits_came() returns trigger language plpgsql as $$
begin
  insert into shelf_bit_notes (work_id) select work_id from is_now;
  return null;
end
$$;
create trigger listings_bits_came after insert on listings referencing new table as is_now
  for each statement execute function bits_came();

create function bits_went() returns trigger language plpgsql as $$
begin
  insert into shelf_bit_notes (work_id, lost) select work_id, bit_values(facets, price_paise) from was;
  return null;
end
$$;
create trigger listings_bits_went after delete on listings referencing old table as was
  for each statement execute function bits_went();

-- Compared as sets, as `listing_works_altered` does.
create function bits_altered() returns trigger language plpgsql as $$
begin
  insert into shelf_bit_notes (work_id, lost)
  select work_id, bit_values(facets, price_paise) from (
    select work_id, facets, price_paise from was except select work_id, facets, price_paise from is_now) altered;
  return null;
end
$$;
create trigger listings_bits_altered after update on listings referencing old table as was new table as is_now
  for each statement execute function bits_altered();

-- Brings the bits of up to so many notes up to date; returns how many notes it finished. One at a time: while another
-- makes bits it finishes none.
create function refresh_shelf_bits(batch integer) returns integer language plpgsql set enable_seqscan = off as $$
declare
  notes integer;
  works text[];
  lost_works text[];
  lost_values text[];
begin
  if not pg_try_advisory_xact_lock(hashtext('endpaper.shelf-bits')) then return 0; end if;
  with taken as (
    delete from shelf_bit_notes where id in (select id from shelf_bit_notes order by id limit batch)
    returning work_id, lost),
  pairs as (select distinct work_id, value from taken, unnest(lost) value)
  select (select count(*) from taken), array(select distinct work_id from taken order by work_id),
    (select array_agg(work_id order by work_id, value) from pairs), (select array_agg(value order by work_id, value) from pairs)
    into notes, works, lost_works, lost_values;
  if notes = 0 then return 0; end if;

  with come as (
    select given.work_id, row_number() over (order by given.work_id) as nth from unnest(works) given (work_id)
    where exists (select from listings l where l.work_id = given.work_id)
      and not exists (select from shelf_slots s where s.work_id = given.work_id)),
  free as (
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
      select p.chunk, p.place, v.value
      from places p
        cross join lateral (
          select bit_values(l.facets, l.price_paise) as has from listings l where l.work_id = p.work_id limit 1) l
        cross join unnest(l.has) v (value)
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

-- The works of a value: as they are kept, or those that the index of facets names, up to so many, of a value that is not.
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

-- The works whose price in whole rupees is at least so much; none from 131,072 on.
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

-- The slots of the ones in a string of bits.
create function slots_of(bits bit, chunk integer) returns table (slot integer) language sql stable rows 200 as $$
  select (chunk * 60000 - 1 + sum(length(gap) + 1) over (order by nth))::integer
  from string_to_table(bits::text, '1') with ordinality gaps (gap, nth)
  order by nth limit bit_count(bits)
$$;

-- Rows of `listings` at these slots, each found by its key.
create function listings_at(slots integer[])
returns table (work_id text, book_id text, title text, facets text[], rating_rank bigint, popularity double precision,
  price_paise integer, added_at timestamptz)
language sql stable rows 1000 set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_memoize = off as $$
  select l.work_id, l.book_id, l.title, l.facets, l.rating_rank, l.popularity, l.price_paise, l.added_at
  from unnest(slots) as wanted (slot) join shelf_slots s on s.slot = wanted.slot join listings l on l.work_id = s.work_id
$$;

-- What is on lists already gets its slots from the job that keeps the bits.

-- Long shelves are counted by their bits, no more by a sample and the index of facets.
drop index listings_sample;
