-- Notes, saved searches and dismissed items of staff.

-- Internal notes about an order.
create table order_notes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id) on delete cascade,
  staff_id bigint not null references staff (id),
  words text not null check (length(words) between 1 and 2000),
  written_at timestamptz not null
);
create index order_notes_order on order_notes (order_id, id);

-- Saved searches of orders: a name, and the query of the address.
create table staff_views (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 500),
  constraint staff_views_once unique (staff_id, name)
);

-- The last day in India whose failed searches were dismissed; those of later days are listed on Today.
create table searches_seen (
  only_one boolean default true primary key check (only_one),
  seen_on date not null
);
