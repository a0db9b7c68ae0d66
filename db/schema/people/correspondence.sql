-- Messages to the shop, requests for books, and the newsletter.

create table contact_messages (
  id bigint generated always as identity primary key,
  -- `EPT-` and eight characters that are easy to spell over the phone.
  ticket text not null unique check (ticket ~ '^EPT-[0-9A-HJKMNP-TV-Z]{8}$'),
  name text not null check (length(name) between 1 and 120 and name !~ '[[:cntrl:]]'),
  email text not null check (length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  subject text not null check (length(subject) between 1 and 150 and subject !~ '[[:cntrl:]]'),
  message text not null check (length(message) between 1 and 5000),
  -- Hash of address, subject and message: the same message sent again while open is the same ticket.
  fingerprint bytea not null check (length(fingerprint) = 32),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  -- The shop's answer; empty if none was sent.
  answer text not null default '' check (length(answer) <= 5000),
  check (closed_at >= created_at)
);
create unique index contact_messages_once on contact_messages (fingerprint) where closed_at is null;
create index contact_messages_by_writer on contact_messages (lower(email), created_at);
create index contact_messages_open on contact_messages (created_at) where closed_at is null;

create table book_requests (
  id bigint generated always as identity primary key,
  -- Like `contact_messages.ticket`.
  ticket text not null unique check (ticket ~ '^EPT-[0-9A-HJKMNP-TV-Z]{8}$'),
  -- Empty if only the ISBN is known.
  title text not null check (length(title) <= 200 and title !~ '[[:cntrl:]]'),
  author text not null check (length(author) <= 120 and author !~ '[[:cntrl:]]'),
  isbn13 text check (isbn13 ~ '^97[89][0-9]{10}$'),
  email text not null check (length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  -- Hash of address, title, author and ISBN: the same request sent again while open is the same ticket.
  fingerprint bytea not null check (length(fingerprint) = 32),
  created_at timestamptz not null,
  closed_at timestamptz,
  answer text not null default '' check (length(answer) <= 5000),
  constraint book_requests_closed_at_check check (closed_at >= created_at),
  constraint book_requests_name_a_book check (title <> '' or isbn13 is not null)
);
create unique index book_requests_once on book_requests (fingerprint) where closed_at is null;
create index book_requests_by_writer on book_requests (lower(email));
create index book_requests_open on book_requests (created_at) where closed_at is null;

-- Subscribers of the newsletter; unsubscribing deletes the row.
create table newsletter_readers (
  id bigint generated always as identity primary key,
  email text not null check (length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  -- Keyed hash of the address, for links that cannot be guessed.
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{43}$'),
  -- When the last confirmation letter was requested.
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create unique index newsletter_readers_address on newsletter_readers (lower(email));

-- Issues of the newsletter. The same text again is the same issue.
create table newsletter_issues (
  id bigint generated always as identity primary key,
  subject text not null check (length(subject) between 1 and 150 and subject !~ '[[:cntrl:]]'),
  words text not null check (length(words) between 1 and 20000),
  created_at timestamptz not null default now(),
  -- When an issue was released, and when the last of its letters was queued.
  sent_at timestamptz,
  written_at timestamptz,
  constraint newsletter_issues_written_check check (written_at is null or sent_at is not null)
);
create unique index newsletter_issues_once on newsletter_issues (md5(subject || E'\n' || words));
create index newsletter_issues_to_write on newsletter_issues (id) where sent_at is not null and written_at is null;

-- The page of the newsletter shows the issue that was sent last.
create trigger newsletter_issues_sent after update of sent_at on newsletter_issues
  for each statement execute function tell_catalogue_changed();
