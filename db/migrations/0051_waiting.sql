-- What waits for somebody at the desk is counted by index, however much lies behind it.
create index orders_to_pack on orders (paid_at) where state = 'paid';
create index alerts_unseen on alerts (created_at) where seen_at is null;
create index webhook_events_aside on webhook_events (received_at)
  where state in ('quarantined', 'dead') and seen_at is null;
create index refunds_failed on refunds (payment_id, id) where state = 'failed';
create index contact_messages_open on contact_messages (created_at) where closed_at is null;
create index book_requests_open on book_requests (created_at) where closed_at is null;
create index outbox_dead on outbox (created_at) where state = 'dead';
