-- What a reader keeps in the account, and what is left of one that was deleted.

create table addresses (
  id bigint generated always as identity primary key,
  reader_id bigint not null references readers (id) on delete cascade,
  -- Who the parcel is for: not always the reader.
  name text not null check (length(name) between 1 and 120),
  phone text not null check (phone ~ '^\+91[6-9][0-9]{9}$'),
  address_line1 text not null check (length(address_line1) between 1 and 200),
  address_line2 text not null default '' check (length(address_line2) <= 200),
  city text not null check (length(city) between 1 and 100),
  state_code text not null check (state_code ~ '^[A-Z]{2}$'),
  pin text not null check (pin ~ '^[1-9][0-9]{5}$'),
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create index addresses_reader on addresses (reader_id);
create unique index addresses_one_default on addresses (reader_id) where is_default;

-- Asked for before an e-mail change, a download and the deletion; never at sign-in.
create table account_passwords (
  reader_id bigint primary key references readers (id) on delete cascade,
  hash text not null check (hash ~ '^\$argon2id\$v=19\$m=[0-9]+,t=[0-9]+,p=[0-9]+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$'),
  -- Tries since the last right one, and when the last was.
  tries integer not null default 0 check (tries >= 0),
  tried_at timestamptz,
  set_at timestamptz not null default now()
);

-- A new address that its owner has not confirmed yet; the newest wish counts.
create table email_changes (
  reader_id bigint primary key references readers (id) on delete cascade,
  -- Named in the letter's signed link.
  id uuid not null unique,
  email text not null check (length(email) <= 254 and email !~ '[\r\n]'),
  created_at timestamptz not null default now()
);

-- Every yes and every no; the newest of a purpose counts. None is a no.
create table consents (
  id bigint generated always as identity primary key,
  reader_id bigint not null references readers (id) on delete cascade,
  purpose text not null check (purpose in ('recommendations', 'review-letters')),
  is_given boolean not null,
  -- The words the reader said it to.
  wording text not null,
  created_at timestamptz not null default now()
);
create index consents_reader on consents (reader_id, purpose, id);

-- Of a UPI payment, its handle with all but the first letters hidden. What a reader has forgotten stays forgotten.
alter table payments add column upi_handle text not null default '' check (length(upi_handle) <= 100);
alter table payments add column forgotten_at timestamptz;
alter table payments add constraint payments_forgotten
  check (forgotten_at is null or (card_network = '' and card_last4 = '' and upi_handle = ''));

-- An order whose reader has deleted the account: what was sold for how much, and in which state, for the books.
alter table orders add column erased_at timestamptz;
alter table orders drop constraint orders_phone_check;
alter table orders drop constraint orders_pin_check;
alter table orders add constraint orders_phone_check check (erased_at is not null or phone ~ '^\+91[6-9][0-9]{9}$');
alter table orders add constraint orders_pin_check check (erased_at is not null or pin ~ '^[1-9][0-9]{5}$');
alter table orders add constraint orders_erased check (
  erased_at is null or (reader_id is null and concat(email, name, phone, address_line1, address_line2, city, pin) = '')
);
