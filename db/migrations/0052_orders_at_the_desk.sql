-- Lists of orders of one state, and an order by its parcel's number.
create index orders_by_state on orders (state, id);
create index shipments_by_tracking_number on shipments (tracking_number);
