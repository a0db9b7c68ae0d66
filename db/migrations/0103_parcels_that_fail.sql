-- A parcel may come back or be lost, and another one may be sent in its place, or for books that came damaged.
alter table shipments
  -- The parcel of the order, by its place, of which copies are sent once more with this one; null for all others.
  add column replaces integer,
  -- It is sent for copies that had arrived, and the order stays delivered meanwhile.
  add column is_extra boolean not null default false,
  add column failure text,
  add column failed_at timestamptz;
alter table shipments add constraint shipments_failure_check check (failure in ('came-back', 'lost')) not valid;
alter table shipments validate constraint shipments_failure_check;
alter table shipments add constraint shipments_failed_check check ((failure is null) = (failed_at is null)) not valid;
alter table shipments validate constraint shipments_failed_check;
alter table shipments add constraint shipments_replaces_check check (replaces is not null or not is_extra) not valid;
alter table shipments validate constraint shipments_replaces_check;
-- Copies that were in another parcel of the order before: they do not count as sent once more.
alter table shipment_lines add column is_again boolean not null default false;

-- Why copies of an order went back without the reader's asking.
alter table returns drop constraint returns_reason_check;
alter table returns add constraint returns_reason_check
  check (reason in ('damaged', 'misprinted', 'wrong-book', 'not-as-described', 'changed-mind', 'undelivered', 'lost')) not valid;
alter table returns validate constraint returns_reason_check;

-- That a parcel has arrived can be taken back for an hour.
create or replace function orders_move_forward() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and not (old.state, new.state) in (
    ('pending_payment', 'paid'), ('pending_payment', 'expired'), ('pending_payment', 'superseded'), ('pending_payment', 'cancelled'),
    ('expired', 'paid'), ('expired', 'refund_pending'), ('superseded', 'paid'), ('superseded', 'refund_pending'),
    ('paid', 'shipped'), ('paid', 'cancelled'), ('shipped', 'delivered'), ('delivered', 'shipped'), ('cancelled', 'refund_pending'),
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
