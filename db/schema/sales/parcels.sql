-- Parcels and their contents.

create table shipments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  carrier text not null,
  tracking_number text not null,
  tracking_url text not null default '',
  shipped_at timestamptz not null default now(),
  -- Number of the parcel within its order, from 1.
  place integer not null default 1 check (place > 0),
  is_part boolean not null default false,
  delivered_at timestamptz,
  -- `place` of the parcel whose copies this one sends again; null otherwise.
  replaces integer,
  -- Whether it replaces copies that had arrived: the order stays delivered.
  is_extra boolean not null default false,
  failure text check (failure in ('came-back', 'lost')),
  failed_at timestamptz,
  -- Of an order that is ready at the shop: the last day on which it is kept, and when the reader was reminded.
  kept_until date,
  reminded_at timestamptz,
  constraint shipments_place_key unique (order_id, place),
  constraint shipments_delivered_check check (delivered_at is null or is_part),
  constraint shipments_failed_check check ((failure is null) = (failed_at is null)),
  constraint shipments_replaces_check check (replaces is not null or not is_extra)
);
create index shipments_by_tracking_number on shipments (tracking_number);
create index shipments_by_carrier on shipments (lower(carrier), order_id);
-- Partial parcels in transit.
create index shipments_parts_on_their_way on shipments (id) where is_part and delivered_at is null;

-- Contents of a parcel that contains only a part of its order.
create table shipment_lines (
  order_id bigint,
  place integer,
  line_position integer,
  quantity integer not null check (quantity between 1 and 10000),
  -- Whether an earlier parcel contained these copies; then they are not counted as sent again.
  is_again boolean not null default false,
  primary key (order_id, line_position, place),
  constraint shipment_lines_parcel foreign key (order_id, place) references shipments (order_id, place),
  constraint shipment_lines_line foreign key (order_id, line_position) references order_lines (order_id, position)
);

-- Copies scanned while packing an order, one row each.
create table packed_copies (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  line_position integer not null,
  packed_at timestamptz not null,
  constraint packed_copies_line foreign key (order_id, line_position) references order_lines (order_id, position) on delete cascade
);
create index packed_copies_of_line on packed_copies (order_id, line_position);
