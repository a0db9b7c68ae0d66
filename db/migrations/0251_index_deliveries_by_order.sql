-- outside a transaction
create index concurrently if not exists deliveries_by_order on deliveries (purchase_order_id) where purchase_order_id is not null;
