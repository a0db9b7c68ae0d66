-- Books that readers ask for, and what they search for.

create table book_requests (
  id bigint generated always as identity primary key,
  -- Written as the tickets of messages are.
  ticket text not null,
  -- Empty where only the ISBN is known.
  title text not null,
  author text not null,
  isbn13 text,
  email text not null,
  -- Hash of address, title, author and ISBN: the same request sent again while it waits is one ticket.
  fingerprint bytea not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint book_requests_ticket_key unique (ticket),
  constraint book_requests_ticket_check check (ticket ~ '^EPT-[0-9A-HJKMNP-TV-Z]{8}$'),
  constraint book_requests_title_check check (length(title) <= 200 and title !~ '[[:cntrl:]]'),
  constraint book_requests_author_check check (length(author) <= 120 and author !~ '[[:cntrl:]]'),
  constraint book_requests_isbn13_check check (isbn13 ~ '^97[89][0-9]{10}$'),
  constraint book_requests_email_check check (length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  constraint book_requests_fingerprint_check check (length(fingerprint) = 32),
  constraint book_requests_closed_at_check check (closed_at >= created_at),
  constraint book_requests_name_a_book check (title <> '' or isbn13 is not null)
);
create unique index book_requests_once on book_requests (fingerprint) where closed_at is null;
create index book_requests_by_writer on book_requests (lower(email));

-- Letters about such requests count for a mailbox like those about messages. Older kinds alone are found by it too.
create index outbox_counted on outbox (mailbox_of(to_address), created_at)
  where kind in ('contact-received', 'contact-for-shop', 'book-request-received', 'book-request-for-shop',
    'newsletter-confirm', 'confirm-email');
drop index outbox_mailbox;
alter index outbox_counted rename to outbox_mailbox;

-- The salt of each day in India; its row, and the hashes made with it, are deleted when the day is over. Both tables are
-- unlogged: they stand in no write-ahead log, and are empty after a crash of the server, which then counts visitors anew.
create unlogged table search_salts (
  day date primary key,
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);

-- Who has searched for what on a day, as a hash of salt, visitor and text, so that a visitor counts once for a text.
create unlogged table search_visits (
  day date not null,
  hash bytea not null,
  constraint search_visits_pkey primary key (day, hash),
  constraint search_visits_day_fkey foreign key (day) references search_salts (day) on delete cascade,
  constraint search_visits_hash_check check (length(hash) = 32)
);

create table search_counts (
  day date not null,
  -- Folded, as texts are compared.
  text text not null,
  visitors integer not null,
  -- The most books that it found on that day.
  found integer not null,
  constraint search_counts_pkey primary key (day, text),
  constraint search_counts_text_check check (length(text) between 1 and 80),
  constraint search_counts_visitors_check check (visitors > 0),
  constraint search_counts_found_check check (found >= 0)
);
