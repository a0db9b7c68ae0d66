-- Printed prices that files announce, each with the day on which it comes into force; the job `later-prices` sets them then.
create table later_prices (
  book_id text not null references books (id) on delete cascade,
  begins_on date not null,
  mrp_paise integer not null check (mrp_paise > 0),
  price_paise integer not null check (price_paise > 0),
  -- Who announced it, as `catalogue_cause` says it: `import 12`.
  cause text not null,
  primary key (book_id, begins_on),
  check (price_paise <= mrp_paise)
);
create index later_prices_day on later_prices (begins_on);
