-- Renews the planner's statistics of the tables that a file of books fills. Only their owner may do so, hence `security
-- definer`. Queues such as `stale_listings` are left out: analysed while empty, they would be expected to stay empty.
create function analyze_catalogue() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze works, books, work_contributors, work_categories, series_works, series, authors, stock, listings, shelf_places,
    author_listings, name_starts, shelf_slots, catalogue_counts;
end
$$;
