-- outside a transaction
-- The desk's search finds a delivery by the beginning of its bill's number.
create index concurrently if not exists deliveries_by_bill on deliveries (lower(bill_number) text_pattern_ops, id desc)
  where bill_number <> '';
