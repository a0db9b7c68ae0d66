-- Attempts, payments, webhook events and payouts say at which payment provider they were made. A shop of the version before
-- knows Razorpay alone, and writes nothing else.
alter table payment_attempts add column provider text not null default 'razorpay';
alter table payments add column provider text not null default 'razorpay';
alter table settlements add column provider text not null default 'razorpay';
alter table settlement_days add column provider text not null default 'razorpay';

-- It asked for the form of Razorpay's numbers.
alter table settlements drop constraint settlements_id_check;

-- The key on the day alone goes with the version after: until then one provider's payouts can be kept.
create unique index settlement_days_provider_day on settlement_days (provider, day);

-- The number that a refund and an event's order have at the provider gets a neutral name. The old column stays until the
-- version after, as a shop of the version before reads and writes it; the triggers keep the two equal.
alter table refunds add column provider_refund_id text;
create function refunds_keep_both_names() returns trigger language plpgsql as $$
begin
  new.provider_refund_id := coalesce(new.provider_refund_id, new.razorpay_refund_id);
  new.razorpay_refund_id := new.provider_refund_id;
  return new;
end
$$;
comment on function refunds_keep_both_names() is 'Keeps provider_refund_id and its old name razorpay_refund_id equal.';
create trigger refunds_keep_both_names before insert or update of provider_refund_id, razorpay_refund_id on refunds
  for each row execute function refunds_keep_both_names();
update refunds set provider_refund_id = razorpay_refund_id where razorpay_refund_id is not null;
create unique index refunds_provider_refund_id on refunds (provider_refund_id);

alter table webhook_events
  add column provider text not null default 'razorpay',
  add column provider_order_id text;
create function webhook_events_keep_both_names() returns trigger language plpgsql as $$
begin
  new.provider_order_id := coalesce(new.provider_order_id, new.razorpay_order_id);
  new.razorpay_order_id := new.provider_order_id;
  return new;
end
$$;
comment on function webhook_events_keep_both_names() is 'Keeps provider_order_id and its old name razorpay_order_id equal.';
create trigger webhook_events_keep_both_names before insert on webhook_events
  for each row execute function webhook_events_keep_both_names();
-- Of an event that is done nobody asks for its order.
update webhook_events set provider_order_id = razorpay_order_id where state <> 'done' and razorpay_order_id is not null;
