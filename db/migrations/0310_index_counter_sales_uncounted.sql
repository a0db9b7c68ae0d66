-- outside a transaction
create index concurrently if not exists counter_sales_uncounted on counter_sales (till) where count_id is null;
