-- outside a transaction: there are many orders, and shops go on. Other orders that wait for the same door are found by it.
create index concurrently if not exists orders_to_pack_by_pin on orders (pin) where state = 'paid';
