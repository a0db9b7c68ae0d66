-- outside a transaction
create index concurrently if not exists orders_held on orders (reserved_until) where fulfilment_state = 'held';
