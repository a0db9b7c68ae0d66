-- outside a transaction
create index concurrently if not exists deliveries_by_supplier on deliveries (lower(supplier), id);
