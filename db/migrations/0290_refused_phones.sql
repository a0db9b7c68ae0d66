-- How many parcels on delivery a phone number refused, kept when the data of their orders is erased.
create table refused_phones (
  -- Keyed hash of the number.
  phone_hash text primary key check (length(phone_hash) = 43),
  parcels integer not null check (parcels > 0),
  kept_at timestamptz not null
);
