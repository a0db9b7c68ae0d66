-- Two years of days off are longer than the longest setting so far.
alter table shop_settings drop constraint shop_settings_value_check,
  add constraint shop_settings_value_check check (value <> '' and char_length(value) <= 3000);
