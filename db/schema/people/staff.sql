-- People who work at the desk: invitations, sessions and passkeys.

-- Members of staff, identified by OpenID Connect issuer and subject. Former ones stay, because the audit log refers to
-- them.
create table staff (
  id bigint generated always as identity primary key,
  issuer text not null,
  sub text not null check (length(sub) between 1 and 255),
  name text not null check (length(name) between 1 and 120 and name !~ '[\r\n]'),
  -- The verified address that accepted the invitation; not used to identify anybody.
  address text not null check (length(address) between 3 and 254 and address !~ '\s'),
  role text not null check (role in ('owner', 'bookseller', 'packer', 'accountant')),
  joined_at timestamptz not null,
  removed_at timestamptz,
  -- Whether an owner gets the daily e-mail.
  gets_daily_letter boolean not null default true,
  unique (issuer, sub)
);

-- One-time links that make a person a member of staff. The first owner's has no address: the machine prints it.
create table staff_invitations (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  address text check (length(address) between 3 and 254 and address !~ '\s'),
  role text not null check (role in ('owner', 'bookseller', 'packer', 'accountant')),
  invited_by bigint references staff (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by bigint references staff (id),
  withdrawn_at timestamptz,
  constraint staff_invitations_only_owners_without_address check (address is not null or role = 'owner'),
  constraint staff_invitations_expires_at_check check (expires_at > created_at),
  constraint staff_invitations_used_check check ((used_at is null) = (used_by is null))
);
-- One open invitation per address, and one link for the first owner.
create unique index staff_invitations_one_open on staff_invitations (lower(address)) nulls not distinct
  where used_at is null and withdrawn_at is null;

-- A sign-in at Google that has begun: valid for ten minutes, once, in one browser.
create table staff_sign_ins (
  state_hash bytea primary key check (length(state_hash) = 32),
  browser_hash bytea not null check (length(browser_hash) = 32),
  nonce text not null,
  code_verifier text not null,
  invitation_id bigint references staff_invitations (id),
  next_path text not null check (next_path ~ '^/'),
  created_at timestamptz not null,
  taken_at timestamptz,
  -- The owner who tries new credentials of Google with it.
  trial_by bigint references staff (id)
);
create index staff_sign_ins_age on staff_sign_ins (created_at);

-- A signed-in browser. It expires an hour after its last request and twelve hours after the sign-in.
create table staff_sessions (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{16}$'),
  -- SHA-256 of the cookie's token; the token itself is never stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  staff_id bigint not null references staff (id),
  device text not null check (length(device) <= 60),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- When this browser last used a passkey; null if never.
  passkey_at timestamptz,
  -- Challenge for the next passkey, valid once.
  challenge text,
  challenge_at timestamptz,
  constraint staff_sessions_challenge_check check ((challenge is null) = (challenge_at is null))
);
create index staff_sessions_staff on staff_sessions (staff_id);
create index staff_sessions_seen on staff_sessions (seen_at);

create table staff_passkeys (
  -- The authenticator's id, in base64url.
  id text primary key check (id ~ '^[A-Za-z0-9_-]+$' and length(id) <= 1400),
  staff_id bigint not null references staff (id),
  public_key bytea not null,
  -- Signature counter: a lower value than before means a cloned authenticator.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60 and name !~ '[\r\n]'),
  created_at timestamptz not null,
  used_at timestamptz
);
create index staff_passkeys_staff on staff_passkeys (staff_id);

-- Answers to forms of the desk, for idempotency: a form sent twice does nothing the second time and gets the same
-- answer.
create table desk_answers (
  -- SHA-256 of who sent it and of all its fields, which include the key of its page.
  form_hash bytea primary key check (length(form_hash) = 32),
  answer jsonb not null,
  answered_at timestamptz not null
);
create index desk_answers_at on desk_answers (answered_at);

-- Codes with which a member of staff signs in without a passkey, each once.
create table staff_recovery_codes (
  -- SHA-256 of the code; the code itself is shown once and never stored.
  code_hash bytea primary key check (length(code_hash) = 32),
  staff_id bigint not null references staff (id),
  created_at timestamptz not null,
  used_at timestamptz check (used_at >= created_at)
);
create index staff_recovery_codes_staff on staff_recovery_codes (staff_id);
