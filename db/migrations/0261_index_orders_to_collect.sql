-- outside a transaction
create index concurrently if not exists orders_to_collect on orders (id)
  where fulfilment_state = 'shipped' and delivery_method = 'collection';
