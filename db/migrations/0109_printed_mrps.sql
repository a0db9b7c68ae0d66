-- The MRP that is printed on the copies of a delivery; null where it was not said.
alter table delivery_lines add column mrp_paise integer;
alter table delivery_lines add constraint delivery_lines_mrp_paise_check check (mrp_paise > 0) not valid;
alter table delivery_lines validate constraint delivery_lines_mrp_paise_check;
