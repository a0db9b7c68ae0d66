-- What carriers have paid to the shop of the money that they collected at the door.

-- One credit in the bank, for many parcels.
create table remittances (
  id bigint generated always as identity primary key,
  carrier text not null check (length(carrier) between 1 and 60),
  -- The bank's number of the transfer.
  utr text not null check (utr ~ '^[0-9A-Z]{6,30}$'),
  paid_on date not null,
  -- The credit: the sum of the lines, less what the carrier kept for itself.
  amount_paise bigint not null,
  deducted_paise bigint not null default 0 check (deducted_paise >= 0),
  recorded_at timestamptz not null,
  staff_id bigint references staff (id)
);
create unique index remittances_once on remittances (utr);
create index remittances_newest on remittances (paid_on, id);

create table remittance_lines (
  remittance_id bigint references remittances (id),
  position integer,
  -- As the carrier writes them; one of them may be empty.
  tracking_number text not null,
  order_number text not null default '',
  -- Negative if the carrier takes money back.
  amount_paise bigint not null check (amount_paise <> 0),
  -- What was to be collected for the parcel; null if it was nothing.
  expected_paise bigint,
  -- `settled`: the parcel's orders are paid by this line. The others are for a person to look at, until closed: `over`
  -- also pays its orders.
  outcome text not null check (outcome in ('settled', 'short', 'over', 'twice', 'not-owed', 'unknown', 'reversed')),
  order_ids bigint[] not null default '{}',
  closed_at timestamptz,
  primary key (remittance_id, position)
);
create index remittance_lines_short on remittance_lines using gin (order_ids) where outcome = 'short';
create index remittance_lines_open on remittance_lines (remittance_id) where outcome <> 'settled' and closed_at is null;

-- The columns of a carrier's file, as they were chosen last.
create table remittance_columns (
  carrier text primary key,
  columns jsonb not null
);
