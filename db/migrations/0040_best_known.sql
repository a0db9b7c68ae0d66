-- The head of the list by popularity, side by side in a small table: what most searches for common words are answered
-- from. Read row by row among a million others it costs five times as much, and an index of so few rows is short. The job
-- of the best known works keeps it; `listings` says what each column is.
create table best_known (
  work_id text primary key,
  book_id text not null,
  words text not null,
  title text not null,
  facets text[] not null,
  popularity double precision not null,
  price_paise integer not null
);
create index best_known_by_popularity on best_known (popularity desc, work_id);
create index best_known_words on best_known using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
create index best_known_facets on best_known using gin (facets) with (gin_pending_list_limit = 256);

-- What leaves the shelf is not found any more.
create function forget_best_known() returns trigger language plpgsql as $$
begin
  delete from best_known k using gone where k.work_id = gone.work_id;
  return null;
end
$$;
create trigger listings_gone_from_best_known after delete on listings referencing old table as gone
  for each statement execute function forget_best_known();
