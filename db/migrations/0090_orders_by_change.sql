-- outside a transaction: there are many orders, and shops go on
-- Shops of the version before read by `orders_paid_changed`; a later version takes it away.
create index concurrently if not exists orders_paid_by_change on orders (coalesce(changed_at, updated_at), id)
  where paid_at is not null;
