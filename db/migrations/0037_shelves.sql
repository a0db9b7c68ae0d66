-- What the facets of a shelf are counted and chosen by, whatever the size of the catalogue.

-- A walk along it meets works in an order that has nothing to do with what they are: its first thousands are a fair sample.
create index listings_sample on listings (hashtext(work_id));

-- Rows of `listings` that have all of `all_of` and one of each of the other lists, at most so many. It always goes by the
-- index of facets: the planner may take what is rare together for frequent, and would then read the whole table.
create function listings_with(all_of text[], one_of text[], and_one_of text[], also_one_of text[], lastly_one_of text[], at_most int)
returns table (work_id text, book_id text, title text, facets text[], rating_rank bigint, popularity double precision,
  price_paise integer, added_at timestamptz)
language sql stable rows 1000 set enable_seqscan = off as $$
  select l.work_id, l.book_id, l.title, l.facets, l.rating_rank, l.popularity, l.price_paise, l.added_at from listings l
  where l.facets @> all_of and l.facets && one_of and l.facets && and_one_of and l.facets && also_one_of
    and l.facets && lastly_one_of
  limit at_most
$$;
