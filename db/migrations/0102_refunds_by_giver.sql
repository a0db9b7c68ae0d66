-- outside a transaction: there are many refunds, and shops go on
create index concurrently if not exists refunds_by_giver on refunds (given_by, created_at) where given_by is not null;
