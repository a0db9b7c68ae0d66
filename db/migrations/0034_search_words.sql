-- The words of the titles and names on the shelf, for what is typed wrong: a job counts them.
create table search_words (
  word text primary key,
  key text generated always as (latin_key(word, true)) stored,
  -- How many works have it.
  works integer not null check (works > 0)
);
create index search_words_key on search_words using gin (key gin_trgm_ops);
