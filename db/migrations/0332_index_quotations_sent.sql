-- outside a transaction
create index concurrently if not exists quotations_unanswered on quotations (valid_until) where sent_at is not null and accepted_as is null;
