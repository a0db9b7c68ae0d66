-- MRPs and prices that books get when the copies with the present MRP are sold.
create table planned_mrps (
  book_id text primary key constraint planned_mrps_book references books (id) on delete cascade,
  mrp_paise integer not null check (mrp_paise > 0),
  price_paise integer not null check (price_paise > 0),
  planned_by bigint not null references staff (id),
  planned_at timestamptz not null,
  constraint planned_mrps_price_check check (price_paise <= mrp_paise)
);

-- Books that went back to a supplier.
create table supplier_returns (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references suppliers (id),
  made_by bigint not null references staff (id),
  made_at timestamptz not null,
  -- Why copies may go back although the terms do not allow it; else empty.
  agreement text not null default '' check (length(agreement) <= 300),
  -- The supplier's credit note; null while it has not come.
  credited_paise integer check (credited_paise >= 0),
  credit_number text not null default '' check (length(credit_number) <= 60)
);
create index supplier_returns_supplier on supplier_returns (supplier_id, id);

create table supplier_return_lines (
  return_id bigint references supplier_returns (id) on delete cascade,
  delivery_id bigint,
  code text,
  book_id text constraint supplier_return_lines_book references books (id) on delete set null,
  copies integer not null check (copies > 0),
  primary key (return_id, delivery_id, code),
  constraint supplier_return_lines_lot foreign key (delivery_id, code) references delivery_lines (delivery_id, code)
);
create index supplier_return_lines_of_lot on supplier_return_lines (delivery_id, code);

create table supplier_payments (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references suppliers (id),
  paid_on date not null,
  paise integer not null check (paise > 0),
  reference text not null default '' check (length(reference) <= 60),
  noted_by bigint not null references staff (id)
);
create index supplier_payments_supplier on supplier_payments (supplier_id, paid_on, id);
create trigger noted_for_undo after insert or update or delete on supplier_payments for each row
  when (current_setting('endpaper.undoable', true) = 'on') execute function note_changed_row('id');
