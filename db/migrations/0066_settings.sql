-- What an owner set at the desk: settings by the names that they have in the environment, as they would be written there.
create table shop_settings (
  name text primary key check (name ~ '^[A-Z][A-Z_]{2,39}$'),
  value text not null check (value <> '' and char_length(value) <= 2000),
  changed_at timestamptz not null
);

-- Every process of the shop reads its settings anew when it hears this, and drops its rendered pages.
create function tell_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', '');
  return null;
end
$$;
create trigger shop_settings_changed after insert or update or delete on shop_settings
  for each statement execute function tell_settings_changed();
