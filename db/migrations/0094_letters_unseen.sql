-- outside a transaction: there are many letters, and shops go on
-- Shops of the version before read by `outbox_dead`; a later version takes it away.
create index concurrently if not exists outbox_dead_unseen on outbox (created_at, id) where state = 'dead' and seen_at is null;
