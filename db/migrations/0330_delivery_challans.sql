-- The paper that goes with a parcel. Numbered without gaps in each financial year, and kept as the bills are.
create table delivery_challans (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  -- The number of the parcel in its order.
  place integer not null,
  number text not null unique,
  financial_year text not null,
  sequence integer not null,
  issued_at timestamptz not null,
  -- All printed content, see `ChallanContent`; it never changes.
  content jsonb not null,
  constraint delivery_challans_once unique (order_id, place),
  constraint delivery_challans_sequence unique (financial_year, sequence),
  constraint delivery_challans_parcel foreign key (order_id, place) references shipments (order_id, place)
);
create trigger challans_stay before update or delete on delivery_challans for each row execute function documents_never_change();
