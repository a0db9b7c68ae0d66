-- Suppliers with their usual terms. A delivery refers to its supplier by name, ignoring case.
create table suppliers (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  gstin text not null default '' check (gstin ~ '^([0-9A-Z]{15})?$'),
  email text not null default '' check (length(email) <= 254 and email !~ '[\r\n]'),
  -- Off the MRP, in hundredths of a per cent.
  discount integer not null default 0 check (discount between 0 and 9999),
  -- Days from the bill to its payment.
  credit_days integer not null default 0 check (credit_days between 0 and 365),
  -- Whose copies they are until they are sold: bought for good, bought with the right to return them, or the supplier's.
  basis text not null default 'firm' check (basis in ('firm', 'sale-or-return', 'consignment')),
  -- Days from their arrival in which copies may go back; null for no limit.
  return_days integer check (return_days between 1 and 3650)
);
create unique index suppliers_name on suppliers (lower(name));

-- An order to a supplier: a draft until it is sent.
create table purchase_orders (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references suppliers (id),
  made_by bigint not null references staff (id),
  made_at timestamptz not null,
  sent_at timestamptz,
  -- The discount when it was sent, in hundredths of a per cent of the MRP; before that, the supplier's.
  discount integer check (discount between 0 and 9999)
);
create index purchase_orders_supplier on purchase_orders (supplier_id, id);

create table purchase_order_lines (
  order_id bigint references purchase_orders (id) on delete cascade,
  -- ISBN-13, or the id of a book without one. The book may be unknown to the shop.
  code text check (length(code) between 1 and 200),
  copies integer not null check (copies between 1 and 100000),
  cancelled integer not null default 0,
  -- The book's MRP when the order was sent; null if unknown.
  mrp_paise integer check (mrp_paise > 0),
  added_at timestamptz not null,
  primary key (order_id, code),
  constraint purchase_order_lines_cancelled_check check (cancelled between 0 and copies)
);
create index purchase_order_lines_code on purchase_order_lines (code, order_id);

create trigger noted_for_undo after insert or update or delete on suppliers for each row
  when (current_setting('endpaper.undoable', true) = 'on') execute function note_changed_row('id');

-- The purchase order that a delivery belongs to.
alter table deliveries add column purchase_order_id bigint references purchase_orders (id);
