-- How many books of a long shelf have each value of its facets: a job counts them, as a page cannot read such a shelf.
-- Of each facet only the most frequent values, more than a page shows.
create table shelf_counts (
  -- What all books of the shelf have, such as `category:fiction`.
  facet text not null,
  -- As in `listings.facets`, or a range of prices such as `price:300-499`.
  value text not null,
  number integer not null check (number > 0),
  primary key (facet, value)
);
