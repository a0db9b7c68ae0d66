-- The prefix of order numbers is a setting.
alter table orders drop constraint orders_number_check;
alter table orders add constraint orders_number_check check (number ~ '^[A-Z]{2,4}-[0-9A-Z]{10}$') not valid;
alter table orders validate constraint orders_number_check;
