-- What readers write to the shop, and who asked for its letters.

create table contact_messages (
  id bigint generated always as identity primary key,
  -- `EPT-` and eight characters that are easy to read over the phone.
  ticket text not null unique check (ticket ~ '^EPT-[0-9A-HJKMNP-TV-Z]{8}$'),
  name text not null check (length(name) between 1 and 120 and name !~ '[[:cntrl:]]'),
  email text not null check (length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  subject text not null check (length(subject) between 1 and 150 and subject !~ '[[:cntrl:]]'),
  message text not null check (length(message) between 1 and 5000),
  -- Hash of address, subject and message: the same words sent again while they wait are one ticket.
  fingerprint bytea not null check (length(fingerprint) = 32),
  created_at timestamptz not null default now(),
  closed_at timestamptz check (closed_at >= created_at)
);
create unique index contact_messages_once on contact_messages (fingerprint) where closed_at is null;
create index contact_messages_by_writer on contact_messages (lower(email), created_at);

-- Readers who asked for the newsletter. Who leaves is deleted.
create table newsletter_readers (
  id bigint generated always as identity primary key,
  email text not null check (length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  -- Keyed hash of the address: names the reader in links that nobody can guess.
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{43}$'),
  -- When the last letter went out that asks whether it was really this reader.
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create unique index newsletter_readers_address on newsletter_readers (lower(email));
