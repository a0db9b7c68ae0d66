-- Settings that an owner changed at the desk, named and written as in the environment.
create table shop_settings (
  name text primary key check (name ~ '^[A-Z][A-Z_]{2,39}$'),
  value text not null check (value <> '' and char_length(value) <= 2000),
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
