-- Codes by message, which confirm orders on delivery.
create table confirmation_codes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  reference uuid not null unique,
  message_id text,
  messenger text not null check (messenger in ('whatsapp')),
  code_hash text not null check (length(code_hash) = 43),
  phone_hash text not null check (length(phone_hash) = 43),
  network_hash text check (length(network_hash) = 43),
  sent_at timestamptz not null,
  tries integer not null default 0 check (tries between 0 and 5),
  state text not null check (state in ('asked', 'unknown', 'accepted', 'delivered', 'failed')),
  cause text check (cause in ('number', 'busy', 'account')),
  trouble text not null default '' check (length(trouble) <= 300),
  constraint confirmation_codes_cause_required check ((state = 'failed') = (cause is not null))
);
create index confirmation_codes_of_order on confirmation_codes (order_id, id);
create index confirmation_codes_by_phone on confirmation_codes (phone_hash, sent_at);
create index confirmation_codes_by_network on confirmation_codes (network_hash, sent_at) where network_hash is not null;
create index confirmation_codes_by_message on confirmation_codes (message_id) where message_id is not null;
create index confirmation_codes_by_time on confirmation_codes (sent_at);

alter table credentials drop constraint credentials_kind_check,
  add constraint credentials_kind_check
    check (kind in ('payments', 'sign-in', 'mail', 'backup', 'shiprocket', 'delhivery', 'whatsapp'));
