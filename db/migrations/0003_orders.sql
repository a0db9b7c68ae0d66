-- Orders that wait, that have arrived, and that came to nothing.

-- Where a waiting order was asked for, so that nobody holds every copy: forgotten as soon as it no longer waits.
alter table orders add column network text;
alter table orders add constraint orders_network_is_forgotten check (network is null or state = 'pending_payment');
create index orders_waiting_network on orders (network) where state = 'pending_payment' and network is not null;
create index orders_waiting_email on orders (lower(email)) where state = 'pending_payment';

-- "Being packed" and "partly refunded" were never entered: what is packed is still paid for, and refunds have rows of
-- their own. A paid order of which nothing can go back any more is simply cancelled.
alter table orders drop constraint orders_state_check;
alter table orders add constraint orders_state_check check (state in (
  'pending_payment', 'paid', 'shipped', 'delivered', 'expired', 'superseded', 'cancelled', 'refund_pending', 'refunded'
));
create or replace function orders_move_forward() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and not (old.state, new.state) in (
    ('pending_payment', 'paid'), ('pending_payment', 'expired'), ('pending_payment', 'superseded'), ('pending_payment', 'cancelled'),
    ('expired', 'paid'), ('expired', 'refund_pending'), ('superseded', 'paid'), ('superseded', 'refund_pending'),
    ('paid', 'shipped'), ('paid', 'cancelled'), ('shipped', 'delivered'), ('cancelled', 'refund_pending'),
    ('paid', 'refund_pending'), ('shipped', 'refund_pending'), ('delivered', 'refund_pending'), ('refund_pending', 'refunded')
  ) then
    raise exception 'order % cannot go from % to %', old.number, old.state, new.state;
  end if;
  if old.paid_at is not null and new.paid_at is null then
    raise exception 'order % was paid and stays so', old.number;
  end if;
  return new;
end
$$;

create index outbox_order on outbox (order_id);
create index alerts_order on alerts (order_id);

-- An event that was set aside has been looked at.
alter table webhook_events add column seen_at timestamptz;

-- Pages tell of offers too.
create trigger promotions_changed after insert or update or delete on promotions for each statement execute function tell_catalogue_changed();
