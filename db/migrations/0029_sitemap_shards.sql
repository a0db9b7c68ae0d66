-- The sitemaps of books, authors and series are ranges of ids, whose borders stay when records come and go: a crawler
-- finds the same addresses in the same document. A job cuts a range that has become too long.
create table sitemap_shards (
  kind text not null check (kind in ('books', 'authors', 'series')),
  -- Its name, never given twice; the order of the ranges is that of `after_id`.
  number integer not null check (number > 0),
  -- It holds what comes after this id, up to the border of the next one.
  after_id text not null,
  primary key (kind, number),
  unique (kind, after_id)
);
insert into sitemap_shards (kind, number, after_id) values ('books', 1, ''), ('authors', 1, ''), ('series', 1, '');
