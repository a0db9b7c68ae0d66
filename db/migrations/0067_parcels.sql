-- An order may go in several parcels. Most go in one: it has all of its order that was not cancelled, and lists no copies of
-- its own, so that nothing is written for the parcels of before. A parcel that is only a part lists its copies, and knows when
-- it came; of a whole one the order's own history tells that.
alter table shipments
  -- Which parcel of the order it is, from 1.
  add column place integer not null default 1 constraint shipments_place_check check (place > 0),
  add column is_part boolean not null default false,
  add column delivered_at timestamptz,
  drop constraint shipments_order_id_key,
  add constraint shipments_place_key unique (order_id, place),
  add constraint shipments_delivered_check check (delivered_at is null or is_part);

-- Parts that the carriers have: few, so that those of orders of which the rest still waits are found at once.
create index shipments_parts_on_their_way on shipments (id) where is_part and delivered_at is null;

-- The copies in a parcel that is a part of its order.
create table shipment_lines (
  order_id bigint not null,
  place integer not null,
  line_position integer not null,
  quantity integer not null constraint shipment_lines_quantity_check check (quantity between 1 and 20),
  constraint shipment_lines_pkey primary key (order_id, line_position, place),
  constraint shipment_lines_parcel foreign key (order_id, place) references shipments (order_id, place),
  constraint shipment_lines_line foreign key (order_id, line_position) references order_lines (order_id, position)
);
