-- Settings that an owner changed at the desk, named and written as in the environment.
create table shop_settings (
  name text primary key check (name ~ '^[A-Z][A-Z_]{2,39}$'),
  value text not null check (value <> '' and char_length(value) <= 3000),
  changed_at timestamptz not null
);

create function tell_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', '');
  return null;
end
$$;
comment on function tell_settings_changed() is
  'Sends NOTIFY settings_changed: every process reads its settings again and drops its rendered pages.';
create trigger shop_settings_changed after insert or update or delete on shop_settings
  for each statement execute function tell_settings_changed();

-- Credentials of outside services that an owner entered at the desk, encrypted with the key in the data folder.
create table credentials (
  kind text not null check (kind in ('payments', 'sign-in', 'mail', 'backup', 'shiprocket', 'delhivery', 'whatsapp')),
  -- False for credentials that have not been tried successfully yet; those in use are kept beside them.
  is_used boolean not null,
  sealed bytea not null check (octet_length(sealed) between 29 and 4000),
  -- Why they did not work when they were tried; empty if nothing is known.
  trouble text not null default '',
  changed_at timestamptz not null,
  primary key (kind, is_used)
);
create trigger credentials_changed after insert or update or delete on credentials
  for each statement execute function tell_settings_changed();

-- Logos and icons of looks, named by their content; a look that is published again needs those of before.
create table look_pictures (
  name text primary key check (name ~ '^[0-9a-f]{16}-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}(-dark|-pale)?[.](svg|png)$'),
  bytes bytea not null check (octet_length(bytes) between 1 and 300000),
  made_at timestamptz not null
);
