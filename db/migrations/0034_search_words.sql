-- The words of the titles and names on the shelf, and how common they are: a job counts them. By them a search knows
-- where to begin, and what is typed wrong is mended.
create table search_words (
  word text primary key,
  key text generated always as (latin_key(word, true)) stored,
  -- How many works have it.
  works integer not null check (works > 0)
);
create index search_words_key on search_words using gin (key gin_trgm_ops);
create index search_words_word on search_words using gin (word gin_trgm_ops);
