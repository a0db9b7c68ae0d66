-- Sitemaps of books, authors and series as ranges of ids. The limits of a range do not change when records are added or
-- removed, so a record stays in its sitemap. A job splits ranges that have become too long.
create table sitemap_shards (
  kind text check (kind in ('books', 'authors', 'series')),
  -- Its name, never reused; ranges are ordered by `after_id`.
  number integer check (number > 0),
  -- The range begins after this id and ends at the next row's.
  after_id text not null,
  primary key (kind, number),
  unique (kind, after_id)
);
insert into sitemap_shards (kind, number, after_id) values ('books', 1, ''), ('authors', 1, ''), ('series', 1, '');
