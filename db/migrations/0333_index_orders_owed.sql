-- outside a transaction
create index concurrently if not exists orders_owed on orders (due_on) where payment_state = 'owed';
