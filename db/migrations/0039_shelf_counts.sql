-- How many books of a long shelf have each value of its facets: a job counts them, as a page cannot read such a shelf.
-- Of its authors only those who are there most often.
create table shelf_counts (
  -- What all books of the shelf have, such as `category:fiction`.
  facet text not null,
  -- As in `listings.facets`, or a range of prices such as `price:300-499`.
  value text not null,
  number integer not null check (number > 0),
  primary key (facet, value)
);
