-- Codes that confirm orders on delivery, each sent to the phone number of its order. A row is deleted when it no longer
-- counts for the limits.
create table confirmation_codes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  -- The shop's own id of the message, which the messenger's reports repeat.
  reference uuid not null unique,
  -- The messenger's id of it; null before it answers.
  message_id text,
  messenger text not null check (messenger in ('whatsapp')),
  -- Keyed hashes.
  code_hash text not null check (length(code_hash) = 43),
  phone_hash text not null check (length(phone_hash) = 43),
  -- The network of the request; null for the shop's own machine, which is not limited.
  network_hash text check (length(network_hash) = 43),
  sent_at timestamptz not null,
  -- How often a code was typed while this one was valid.
  tries integer not null default 0 check (tries between 0 and 5),
  -- `asked`: the messenger has not answered yet; `unknown`: it gave no usable answer, and may have sent the code.
  state text not null check (state in ('asked', 'unknown', 'accepted', 'delivered', 'failed')),
  -- Why it failed: the number gets no messages, too many were sent, or the shop's account does not work.
  cause text check (cause in ('number', 'busy', 'account')),
  trouble text not null default '' check (length(trouble) <= 300),
  constraint confirmation_codes_cause_required check ((state = 'failed') = (cause is not null))
);
create index confirmation_codes_of_order on confirmation_codes (order_id, id);
create index confirmation_codes_by_phone on confirmation_codes (phone_hash, sent_at);
create index confirmation_codes_by_network on confirmation_codes (network_hash, sent_at) where network_hash is not null;
create index confirmation_codes_by_message on confirmation_codes (message_id) where message_id is not null;
create index confirmation_codes_by_time on confirmation_codes (sent_at);
