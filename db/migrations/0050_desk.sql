-- Who works at the desk, how they get in, and the record of what they do.

-- Staff, known by what the issuer says of them. Who has left stays, because the record names them.
create table staff (
  id bigint generated always as identity primary key,
  issuer text not null,
  sub text not null,
  name text not null,
  -- The verified address that took the invitation; it decides nothing afterwards.
  address text not null,
  role text not null,
  joined_at timestamptz not null,
  removed_at timestamptz,
  constraint staff_issuer_sub_key unique (issuer, sub),
  constraint staff_sub_check check (length(sub) between 1 and 255),
  constraint staff_name_check check (length(name) between 1 and 120 and name !~ '[\r\n]'),
  constraint staff_address_check check (length(address) between 3 and 254 and address !~ '\s'),
  constraint staff_role_check check (role in ('owner', 'bookseller', 'packer', 'accountant'))
);

-- A link that makes somebody staff, once. The first owner's names no address: whoever has it was told it by the machine.
create table staff_invitations (
  id bigint generated always as identity primary key,
  secret_hash bytea not null,
  address text,
  role text not null,
  invited_by bigint references staff (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by bigint references staff (id),
  withdrawn_at timestamptz,
  constraint staff_invitations_secret_hash_key unique (secret_hash),
  constraint staff_invitations_secret_hash_check check (length(secret_hash) = 32),
  constraint staff_invitations_address_check check (length(address) between 3 and 254 and address !~ '\s'),
  constraint staff_invitations_role_check check (role in ('owner', 'bookseller', 'packer', 'accountant')),
  constraint staff_invitations_only_owners_without_address check (address is not null or role = 'owner'),
  constraint staff_invitations_expires_at_check check (expires_at > created_at),
  constraint staff_invitations_used_check check ((used_at is null) = (used_by is null))
);
-- One open invitation for each address, and one link for the first owner.
create unique index staff_invitations_one_open on staff_invitations (lower(address)) nulls not distinct
  where used_at is null and withdrawn_at is null;

-- On the way to Google and back: ten minutes, one use, in one browser.
create table staff_sign_ins (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  invitation_id bigint references staff_invitations (id),
  next_path text not null,
  created_at timestamptz not null,
  taken_at timestamptz,
  constraint staff_sign_ins_state_hash_check check (length(state_hash) = 32),
  constraint staff_sign_ins_browser_hash_check check (length(browser_hash) = 32),
  constraint staff_sign_ins_next_path_check check (next_path ~ '^/')
);
create index staff_sign_ins_age on staff_sign_ins (created_at);

-- A browser that is signed in: an hour after it was last seen, or twelve hours after the sign-in, it is no more.
create table staff_sessions (
  id text primary key,
  -- SHA-256 of the cookie's token; the token itself is never stored.
  token_hash bytea not null,
  staff_id bigint not null references staff (id),
  device text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- When this browser last showed a passkey; null until it has.
  passkey_at timestamptz,
  -- What the next passkey must sign, once.
  challenge text,
  challenge_at timestamptz,
  constraint staff_sessions_id_check check (id ~ '^[A-Za-z0-9_-]{16}$'),
  constraint staff_sessions_token_hash_key unique (token_hash),
  constraint staff_sessions_token_hash_check check (length(token_hash) = 32),
  constraint staff_sessions_device_check check (length(device) <= 60),
  constraint staff_sessions_challenge_check check ((challenge is null) = (challenge_at is null))
);
create index staff_sessions_staff on staff_sessions (staff_id);
create index staff_sessions_seen on staff_sessions (seen_at);

create table staff_passkeys (
  -- As the authenticator calls it, in base64url.
  id text primary key,
  staff_id bigint not null references staff (id),
  public_key bytea not null,
  -- Goes up with each use in authenticators that count; a lower one is a copy.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint staff_passkeys_id_check check (id ~ '^[A-Za-z0-9_-]+$' and length(id) <= 1400),
  constraint staff_passkeys_name_check check (length(name) between 1 and 60 and name !~ '[\r\n]'),
  constraint staff_passkeys_counter_check check (counter >= 0)
);
create index staff_passkeys_staff on staff_passkeys (staff_id);

-- The record: who did what, when and why. Rows are added and never changed; each has the hash of the one before.
create table desk_record (
  number bigint primary key,
  at timestamptz not null,
  actor text not null,
  staff_id bigint references staff (id),
  -- Which of several of its kind, such as the name of a till's token.
  actor_name text not null,
  action text not null,
  words text not null,
  -- What it is about, such as `order EP-7K2M9QX4TB`.
  subject text not null,
  -- A reader is named by number and by nothing else: what is here cannot be erased.
  about_reader bigint,
  before jsonb,
  after jsonb,
  why text not null,
  previous bytea not null,
  hash bytea not null,
  constraint desk_record_actor_check check (actor in ('staff', 'command line', 'token', 'shop')),
  constraint desk_record_staff_check check ((actor = 'staff') = (staff_id is not null)),
  constraint desk_record_action_check check (action ~ '^[a-z-]+\.[a-z-]+$'),
  constraint desk_record_words_check check (length(words) between 1 and 1000),
  constraint desk_record_subject_check check (length(subject) <= 200),
  constraint desk_record_why_check check (length(why) <= 1000)
);
create index desk_record_staff on desk_record (staff_id, number) where staff_id is not null;
create index desk_record_subject on desk_record (subject, number) where subject <> '';
create index desk_record_chapter on desk_record (split_part(action, '.', 1), number);

-- The hash of a row: of everything in it, and of the hash before it.
create function desk_record_hash(r desk_record) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(r.number, extract(epoch from r.at)::text, r.actor, r.staff_id, r.actor_name,
    r.action, r.words, r.subject, r.about_reader, r.before, r.after, r.why, encode(r.previous, 'hex'))::text, 'UTF8'))
$$;

-- One transaction at a time adds to the chain; callers do so as the last thing they do.
create function desk_record_chain() returns trigger language plpgsql as $$
declare
  last_number bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(7301050);
  select r.number, r.hash into last_number, last_hash from desk_record r order by r.number desc limit 1;
  new.number := coalesce(last_number, 0) + 1;
  new.previous := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
  new.hash := desk_record_hash(new);
  return new;
end $$;
create trigger desk_record_chain before insert on desk_record for each row execute function desk_record_chain();

create function desk_record_stays() returns trigger language plpgsql as $$
begin
  raise exception 'The record is added to and never changed.';
end $$;
create trigger desk_record_stays before update or delete or truncate on desk_record
  for each statement execute function desk_record_stays();
