-- outside a transaction
create index concurrently if not exists orders_waiting_to_pack on orders (confirmed_at) where fulfilment_state = 'to_pack';
