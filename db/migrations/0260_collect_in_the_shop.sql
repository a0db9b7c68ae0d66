-- A reader may collect an order at the shop, which has no PIN code to send it to. No order is collected until an owner
-- offers it, which a process of the previous version does not know.
alter table orders
  add column delivery_method text not null default 'parcel' check (delivery_method in ('parcel', 'collection')),
  drop constraint orders_pin_check,
  add constraint orders_pin_check check (erased_at is not null or pin ~ '^[1-9][0-9]{5}$'
    or delivery_method = 'collection' and pin = '') not valid;

alter table shipments add column kept_until date, add column reminded_at timestamptz;
