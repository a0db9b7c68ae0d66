-- Terms and bill of a delivery; the terms are null in deliveries of older versions.
alter table deliveries
  add column basis text constraint deliveries_basis_check check (basis in ('firm', 'sale-or-return', 'consignment')),
  add column return_days integer constraint deliveries_return_days_check check (return_days between 1 and 3650),
  add column discount integer constraint deliveries_discount_check check (discount between 0 and 9999),
  add column billed_paise integer constraint deliveries_billed_paise_check check (billed_paise > 0),
  add column charges_paise integer not null default 0
    constraint deliveries_charges_paise_check check (charges_paise >= 0);

alter table delivery_lines
  add column damaged integer not null default 0,
  add column billed integer,
  drop constraint delivery_lines_copies_check,
  add constraint delivery_lines_copies_check check (copies between 0 and 100000 and damaged between 0 and 100000
    and billed between 0 and 100000 and (copies > 0 or damaged > 0 or billed > 0));

-- Shelving also keeps the MRP and the cost of the copies.
drop trigger noted_for_undo on delivery_lines;
create trigger noted_for_undo after update of shelved on delivery_lines for each row
  when (current_setting('endpaper.undoable', true) = 'on')
  execute function note_changed_row('delivery_id code', 'shelved mrp_paise cost_paise');
