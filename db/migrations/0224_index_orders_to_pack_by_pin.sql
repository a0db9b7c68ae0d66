-- outside a transaction
create index concurrently if not exists orders_waiting_to_pack_by_pin on orders (pin)
  where fulfilment_state = 'to_pack';
