-- Problems with money or stock that a person must look at.
create table alerts (
  id bigint generated always as identity primary key,
  kind text not null,
  order_id bigint references orders (id),
  message text not null,
  -- What the alert is about, such as the id of a payment: an order has one alert for each kind and subject. If null,
  -- the message distinguishes alerts.
  subject text,
  seen_at timestamptz,
  created_at timestamptz not null default now()
);
create index alerts_order on alerts (order_id);
create index alerts_unseen on alerts (created_at) where seen_at is null;
