-- outside a transaction
create index concurrently if not exists orders_confirmed_mailbox on orders (mailbox_of(email)) where confirmed_at is not null;
