-- Carriers have working days of their own; until now theirs were the shop's, so a shop keeps its promises.
insert into shop_settings (name, value, changed_at)
select 'CARRIER_WEEKDAYS', value, changed_at from shop_settings where name = 'PACKING_WEEKDAYS';
