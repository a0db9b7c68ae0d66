-- A bundle may be there for a time, as a code may: from one moment on, until another, or both. Without them it is always there.
alter table bundles
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add constraint bundles_ends_after_start check (ends_at > starts_at);

-- What an offer brought, the newest orders first.
create index order_discounts_of_offer on order_discounts (kind, source, order_id);
