-- Suppliers, orders to them, deliveries, counts, and what to order.

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

-- A supplier's delivery, in one or several parts, with one bill.
create table deliveries (
  id bigint generated always as identity primary key,
  supplier text not null check (length(supplier) between 1 and 120),
  bill_number text not null check (length(bill_number) <= 60),
  billed_on date,
  opened_by bigint not null references staff (id),
  opened_at timestamptz not null,
  -- When all scanned copies were shelved; null while some wait.
  closed_at timestamptz,
  purchase_order_id bigint references purchase_orders (id),
  -- The supplier's terms when the delivery was started; null in deliveries of older versions.
  basis text check (basis in ('firm', 'sale-or-return', 'consignment')),
  return_days integer check (return_days between 1 and 3650),
  discount integer check (discount between 0 and 9999),
  -- The total of the bill, with freight and other charges; null if unknown.
  billed_paise integer check (billed_paise > 0),
  charges_paise integer not null default 0 check (charges_paise >= 0)
);
create unique index deliveries_bill on deliveries (lower(supplier), lower(bill_number)) where bill_number <> '';
create index deliveries_by_order on deliveries (purchase_order_id) where purchase_order_id is not null;
create index deliveries_by_supplier on deliveries (lower(supplier), id);
create index deliveries_open on deliveries (id) where closed_at is null;
-- The desk's search finds a delivery by the beginning of its bill's number.
create index deliveries_by_bill on deliveries (lower(bill_number) text_pattern_ops, id desc) where bill_number <> '';

create table delivery_lines (
  delivery_id bigint references deliveries (id) on delete cascade,
  -- ISBN-13, or the id of a book without one. The book may be unknown to the shop.
  code text check (length(code) between 1 and 200),
  -- In good state. What came damaged is not in stock, and is claimed from the supplier.
  copies integer not null,
  damaged integer not null default 0,
  -- Copies on the bill; null if as many as came.
  billed integer,
  -- Number of copies shelved.
  shelved integer not null default 0,
  -- Cost of one copy, by the bill.
  cost_paise integer check (cost_paise > 0),
  scanned_at timestamptz not null,
  -- MRP printed on the copies; null if not given.
  mrp_paise integer check (mrp_paise > 0),
  primary key (delivery_id, code),
  constraint delivery_lines_copies_check check (copies between 0 and 100000 and damaged between 0 and 100000
    and billed between 0 and 100000 and (copies > 0 or damaged > 0 or billed > 0)),
  constraint delivery_lines_shelved_check check (shelved between 0 and copies)
);
create index delivery_lines_code on delivery_lines (code, delivery_id);

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

create table stocktakes (
  id bigint generated always as identity primary key,
  -- A category with its subcategories, a reading list, or any books that are scanned.
  kind text not null check (kind in ('category', 'reading-list', 'scanned')),
  -- The category or list, which may have been deleted since; null for `scanned`.
  shelf_id text,
  name text not null check (length(name) between 1 and 200),
  begun_by bigint not null references staff (id),
  begun_at timestamptz not null,
  -- The newest row of stock_moves when the count began.
  move_id bigint not null,
  -- Optimistic lock: each counted copy increments it, so that a count can only be finished as it was shown.
  version integer not null default 0,
  -- Why stock was corrected; empty until the count is finished.
  reason text not null default '' check (length(reason) <= 200),
  finished_at timestamptz,
  constraint stocktakes_shelf_check check ((kind = 'scanned') = (shelf_id is null))
);
-- People who count the same shelf share one count.
create unique index stocktakes_one_a_shelf on stocktakes (kind, shelf_id) where finished_at is null;

create table stocktake_lines (
  stocktake_id bigint references stocktakes (id) on delete cascade,
  -- ISBN-13, or the id of a book without one. The book may be unknown to the shop.
  code text check (length(code) between 1 and 200),
  book_id text references books (id) on delete set null,
  copies integer not null check (copies between 0 and 100000),
  -- When the first copy was counted: copies on hand, copies sold but not packed, and the newest stock move. Null while
  -- the book was unknown.
  on_hand integer,
  to_pack integer,
  move_id bigint,
  counted_at timestamptz not null,
  scanned_at timestamptz not null,
  -- The correction that finishing the count made; null for none.
  corrected integer,
  primary key (stocktake_id, code),
  constraint stocktake_lines_then_check
    check ((on_hand is null) = (to_pack is null) and (on_hand is null) = (move_id is null))
);
create index stocktake_lines_newest on stocktake_lines (stocktake_id, scanned_at, code);
create index stocktake_lines_book on stocktake_lines (book_id, stocktake_id);

-- Demand per book (waiting readers, sales of 30 and 90 days), in the order in which the desk proposes to order. A job
-- updates it.
create table wanted_books (
  book_id text primary key constraint wanted_books_book references books (id) on delete cascade,
  waiting integer not null,
  sold30 integer not null,
  sold90 integer not null
);
create index wanted_books_first on wanted_books (waiting desc, sold30 desc, sold90 desc, book_id);

-- The wanted books, and those with a level of their own, that were low in stock when a job counted them, in the order in
-- which the desk proposes to order.
create table low_books (
  book_id text primary key constraint low_books_book references books (id) on delete cascade,
  waiting integer not null,
  sold30 integer not null,
  sold90 integer not null
);
create index low_books_first on low_books (waiting desc, sold30 desc, sold90 desc, book_id);

-- One row: the shop's low stock level, and the lead time of suppliers for books without one.
create table stock_choices (
  is_only boolean default true primary key constraint stock_choices_one check (is_only),
  low_level integer not null default 2 check (low_level between 0 and 10000),
  lead_days integer not null default 7 check (lead_days between 0 and 365)
);
insert into stock_choices (is_only) values (true);

create table stock_forms (
  form_key text primary key check (length(form_key) between 16 and 60),
  answer jsonb not null,
  done_at timestamptz not null
);
create index stock_forms_done on stock_forms (done_at);
comment on table stock_forms is 'Not used any more: see desk_answers.';
