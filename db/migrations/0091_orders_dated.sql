-- Whoever says when an order that was paid changed, by the clock of a shop, has it dated by the database's too. The time is that of
-- the statement: a transaction that waited before has all of the feed's margin left.
create function order_dated() returns trigger language plpgsql as $$
begin
  -- After a failover the clock may be behind, as another machine has it: by less than an hour, what changes comes last all the same.
  new.changed_at := greatest(clock_timestamp(), (
    select coalesce(changed_at, updated_at) + interval '1 microsecond' from orders
    where paid_at is not null and coalesce(changed_at, updated_at) < now() + interval '1 hour'
    order by coalesce(changed_at, updated_at) desc limit 1));
  return new;
end
$$;
create trigger orders_dated before insert or update of updated_at on orders
  for each row when (new.paid_at is not null) execute function order_dated();
