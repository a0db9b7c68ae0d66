-- outside a transaction
create index concurrently if not exists payments_due on payments (order_id) where status = 'due';
