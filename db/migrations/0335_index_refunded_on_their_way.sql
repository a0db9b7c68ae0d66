-- outside a transaction
create index concurrently if not exists orders_refunded_on_their_way on orders (id)
  where fulfilment_state = 'shipped' and state <> 'shipped';
