-- Adds the payment provider to attempts, payments, webhook events and payouts. A shop of the previous version knows
-- only Razorpay, the default.
alter table payment_attempts add column provider text not null default 'razorpay';
alter table payments add column provider text not null default 'razorpay';
alter table settlements add column provider text not null default 'razorpay';
alter table settlement_days add column provider text not null default 'razorpay';

-- The constraint required the form of Razorpay's ids.
alter table settlements drop constraint settlements_id_check;

-- The primary key on the day alone is dropped by the next version; until then only one provider's payouts can be
-- stored.
create unique index settlement_days_provider_day on settlement_days (provider, day);

-- Neutral names for the provider's ids of a refund and of an event's order. The old columns stay until the next
-- version, because a shop of the previous version reads and writes them; triggers keep both equal.
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
-- The order of a processed event is never read.
update webhook_events set provider_order_id = razorpay_order_id where state <> 'done' and razorpay_order_id is not null;
