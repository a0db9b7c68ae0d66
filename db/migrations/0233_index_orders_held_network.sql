-- outside a transaction
create index concurrently if not exists orders_held_network on orders (network) where fulfilment_state = 'held' and network is not null;
