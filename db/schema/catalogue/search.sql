-- Tables of the search besides listings, and the statistics of searches.

-- Words of the listed titles and names with their frequency, counted by a job: searches begin with the rarest word, and
-- misspelt words are corrected.
create table search_words (
  word text primary key,
  key text generated always as (latin_key(word, true)) stored,
  -- Number of works with the word.
  works integer not null check (works > 0)
);
create index search_words_key on search_words using gin (key gin_trgm_ops);
create index search_words_word on search_words using gin (word gin_trgm_ops);
create index search_words_sound on search_words (sound_key(word), works desc);

-- Copy of the most popular rows of `listings`, from which most searches for common words are answered: five times as
-- fast as reading them scattered among a million rows. A job keeps it current.
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

-- The version of the row of `listings` that a row of best_known was copied from: only changed rows are copied again.
create table best_known_versions (
  work_id text primary key constraint best_known_versions_work_id references best_known (work_id) on delete cascade,
  version xid not null
);

create table search_counts (
  day date,
  -- The folded search term.
  text text check (length(text) between 1 and 80),
  visitors integer not null check (visitors > 0),
  -- The most books found on that day.
  found integer not null check (found >= 0),
  primary key (day, text)
);

-- The salt of each day in India, deleted with its hashes at the end of the day. Unlogged: it is in no write-ahead log,
-- and is empty after a crash, after which visitors are counted again.
create unlogged table search_salts (
  day date primary key,
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);

-- Hash of salt, visitor and text, so that a visitor counts once per text and day.
create unlogged table search_visits (
  day date references search_salts (day) on delete cascade,
  hash bytea check (length(hash) = 32),
  primary key (day, hash)
);

create function forget_best_known() returns trigger language plpgsql as $$
begin
  delete from best_known k using gone where k.work_id = gone.work_id;
  return null;
end
$$;
comment on function forget_best_known() is 'Deletes the works from best_known.';
create trigger listings_gone_from_best_known after delete on listings referencing old table as gone
  for each statement execute function forget_best_known();
