-- outside a transaction
create index concurrently if not exists orders_by_way
  on orders ((case when payment_method = 'counter' then 'counter' else delivery_method end), id);
