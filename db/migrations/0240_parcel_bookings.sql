-- Parcels that the shop books with a carrier, and what carriers say about PIN codes.
create table parcel_bookings (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  reference text not null unique,
  carrier text not null check (carrier in ('shiprocket', 'delhivery')),
  state text not null check (state in ('asked', 'unknown', 'booked', 'refused', 'cancelled')),
  option text not null default '',
  contents jsonb not null,
  grams integer not null check (grams between 1 and 50000),
  length_mm integer not null check (length_mm between 1 and 2000),
  width_mm integer not null check (width_mm between 1 and 2000),
  height_mm integer not null check (height_mm between 1 and 2000),
  collect_paise bigint not null default 0 check (collect_paise >= 0),
  charge_paise bigint check (charge_paise >= 0),
  wants_pickup boolean not null default true,
  tries integer not null default 0,
  asked_at timestamptz not null,
  claimed_until timestamptz,
  carrier_ids jsonb not null default '{}',
  tracking_number text not null default '',
  courier text not null default '',
  pickup text not null default '',
  trouble text not null default '',
  cancel_asked_at timestamptz,
  sent_place integer,
  news text not null default 'booked' check (news in ('booked', 'pickup-problem', 'picked-up', 'moving',
    'out-for-delivery', 'delivered', 'not-delivered', 'coming-back', 'came-back', 'lost', 'cancelled', 'unknown')),
  news_words text not null default '',
  news_at timestamptz,
  seen_at timestamptz,
  checked_at timestamptz,
  check_at timestamptz,
  constraint parcel_bookings_parcel foreign key (order_id, sent_place) references shipments (order_id, place),
  constraint parcel_bookings_number_check check (state <> 'booked' or tracking_number <> '')
);
create unique index parcel_bookings_open on parcel_bookings (order_id)
  where sent_place is null and state in ('asked', 'unknown', 'booked');
create index parcel_bookings_of_order on parcel_bookings (order_id, id);
create index parcel_bookings_by_number on parcel_bookings (tracking_number) where tracking_number <> '';
create index parcel_bookings_to_check on parcel_bookings (check_at) where check_at is not null;
create index parcel_bookings_to_look_at on parcel_bookings (asked_at)
  where state in ('asked', 'unknown', 'booked') and (sent_place is null or trouble <> '' or news in ('pickup-problem',
    'not-delivered', 'coming-back', 'came-back', 'lost', 'cancelled', 'unknown'));

create table carrier_pins (
  carrier text not null check (carrier in ('shiprocket', 'delhivery')),
  pin text not null check (pin ~ '^[1-9][0-9]{5}$'),
  is_wanted boolean not null,
  asked_at timestamptz,
  answered_at timestamptz,
  is_served boolean,
  collects_cash boolean,
  days integer check (days between 0 and 60),
  primary key (carrier, pin),
  constraint carrier_pins_answer_check check ((answered_at is null) = (is_served is null))
);
create index carrier_pins_wanted on carrier_pins (carrier, asked_at) where is_wanted;

alter table credentials drop constraint credentials_kind_check,
  add constraint credentials_kind_check
    check (kind in ('payments', 'sign-in', 'mail', 'backup', 'shiprocket', 'delhivery'));
