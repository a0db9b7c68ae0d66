-- outside a transaction
-- Finds the last webhook of each payment provider.
create index concurrently if not exists webhook_events_of_provider on webhook_events (provider, id);
