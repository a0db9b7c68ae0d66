-- outside a transaction
-- Counts the letters of any kinds to a mailbox. The index `outbox_mailbox` finds only those of the kinds that it names.
create index concurrently if not exists outbox_by_mailbox on outbox (mailbox_of(to_address), created_at);
