-- Parcels booked with a carrier, and what carriers say about PIN codes.

-- A row exists before the carrier is asked, so that a booking whose answer was lost is found instead of repeated.
create table parcel_bookings (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  -- The shop's own number of the booking, by which the carrier finds it: carriers know no idempotency key.
  reference text not null unique,
  carrier text not null check (carrier in ('shiprocket', 'delhivery')),
  -- `unknown`: the carrier was asked, and may have booked the parcel.
  state text not null check (state in ('asked', 'unknown', 'booked', 'refused', 'cancelled')),
  -- The carrier's id of the courier that was chosen; empty for none.
  option text not null default '',
  -- Books and copies in it: `[{"bookId": "godan", "quantity": 1}]`.
  contents jsonb not null,
  grams integer not null check (grams between 1 and 50000),
  length_mm integer not null check (length_mm between 1 and 2000),
  width_mm integer not null check (width_mm between 1 and 2000),
  height_mm integer not null check (height_mm between 1 and 2000),
  -- Cash that the carrier collects at the door.
  collect_paise bigint not null default 0 check (collect_paise >= 0),
  -- What the carrier said it costs; null if it did not.
  charge_paise bigint check (charge_paise >= 0),
  wants_pickup boolean not null default true,
  -- How often the carrier was asked to book it.
  tries integer not null default 0,
  asked_at timestamptz not null,
  -- Until then one process asks the carrier about it.
  claimed_until timestamptz,
  -- The carrier's own ids.
  carrier_ids jsonb not null default '{}',
  tracking_number text not null default '',
  courier text not null default '',
  -- What the carrier said about the pickup.
  pickup text not null default '',
  -- What went wrong last; empty if nothing did.
  trouble text not null default '',
  cancel_asked_at timestamptz,
  -- The parcel of the order that was sent with it; null before.
  sent_place integer,
  -- The last scan: its meaning, the carrier's words, and since when.
  news text not null default 'booked' check (news in ('booked', 'pickup-problem', 'picked-up', 'moving',
    'out-for-delivery', 'delivered', 'not-delivered', 'coming-back', 'came-back', 'lost', 'cancelled', 'unknown')),
  news_words text not null default '',
  news_at timestamptz,
  -- When a person dismissed the last news.
  seen_at timestamptz,
  checked_at timestamptz,
  -- When the carrier is asked about it again; null for never.
  check_at timestamptz,
  constraint parcel_bookings_parcel foreign key (order_id, sent_place) references shipments (order_id, place),
  constraint parcel_bookings_number_check check (state <> 'booked' or tracking_number <> '')
);
-- An order has one booking at a time whose parcel has not left.
create unique index parcel_bookings_open on parcel_bookings (order_id)
  where sent_place is null and state in ('asked', 'unknown', 'booked');
create index parcel_bookings_of_order on parcel_bookings (order_id, id);
create index parcel_bookings_by_number on parcel_bookings (tracking_number) where tracking_number <> '';
create index parcel_bookings_to_check on parcel_bookings (check_at) where check_at is not null;
-- The few that the desk lists.
create index parcel_bookings_to_look_at on parcel_bookings (asked_at)
  where state in ('asked', 'unknown', 'booked') and (sent_place is null or trouble <> '' or news in ('pickup-problem',
    'not-delivered', 'coming-back', 'came-back', 'lost', 'cancelled', 'unknown'));

-- Whether a carrier delivers to a PIN code, kept so that no reader waits for a carrier.
create table carrier_pins (
  carrier text not null check (carrier in ('shiprocket', 'delhivery')),
  pin text not null check (pin ~ '^[1-9][0-9]{5}$'),
  -- Whether a reader's request missed the answer, so that a job asks the carrier.
  is_wanted boolean not null,
  -- When the carrier was last asked.
  asked_at timestamptz,
  -- Null before the first answer.
  answered_at timestamptz,
  is_served boolean,
  collects_cash boolean,
  -- Days from the pickup; null if the carrier does not say.
  days integer check (days between 0 and 60),
  primary key (carrier, pin),
  constraint carrier_pins_answer_check check ((answered_at is null) = (is_served is null))
);
create index carrier_pins_wanted on carrier_pins (carrier, asked_at) where is_wanted;
