-- outside a transaction
create index concurrently if not exists orders_confirmed_by_change on orders (coalesce(changed_at, updated_at), id)
  where confirmed_at is not null;
