-- Deliveries that come in, who moved copies and why, and from how few copies a book runs low.

-- Somebody of the staff, or a program: a till's token or the command line. The checks are validated apart, so that orders
-- wait for neither.
alter table stock_moves
  add column staff_id bigint,
  add column program text not null default '',
  add column reason text not null default '';
alter table stock_moves add constraint stock_moves_staff foreign key (staff_id) references staff (id) not valid;
alter table stock_moves validate constraint stock_moves_staff;
alter table stock_moves add constraint stock_moves_reason_check check (length(reason) <= 300) not valid;
alter table stock_moves validate constraint stock_moves_reason_check;

-- From so few copies on a book is low; null where the shop's own level counts.
alter table stock add column low_level integer;
alter table stock add constraint stock_low_level_check check (low_level between 0 and 10000) not valid;
alter table stock validate constraint stock_low_level_check;
create index stock_low_level on stock (book_id) where low_level is not null;

-- The shop's own level, and how long a supplier takes where a book does not say it: one row.
create table stock_choices (
  is_only boolean primary key default true,
  low_level integer not null default 2,
  lead_days integer not null default 7,
  constraint stock_choices_one check (is_only),
  constraint stock_choices_low_level_check check (low_level between 0 and 10000),
  constraint stock_choices_lead_days_check check (lead_days between 0 and 365)
);
insert into stock_choices (is_only) values (true);

-- What a supplier brings, or brings in several parts, with one bill.
create table deliveries (
  id bigint generated always as identity primary key,
  supplier text not null,
  bill_number text not null,
  billed_on date,
  opened_by bigint not null references staff (id),
  opened_at timestamptz not null,
  -- When all that was scanned was on the shelf; null while something waits.
  closed_at timestamptz,
  constraint deliveries_supplier_check check (length(supplier) between 1 and 120),
  constraint deliveries_bill_number_check check (length(bill_number) <= 60)
);
create unique index deliveries_bill on deliveries (lower(supplier), lower(bill_number)) where bill_number <> '';
create index deliveries_open on deliveries (id) where closed_at is null;

create table delivery_lines (
  delivery_id bigint not null references deliveries (id) on delete cascade,
  -- An ISBN of thirteen digits, or the id of a book that has none. The shop may not know it yet.
  code text not null,
  copies integer not null,
  -- So many of them are on the shelf.
  shelved integer not null default 0,
  -- Of one copy, as the bill has it.
  cost_paise integer,
  scanned_at timestamptz not null,
  primary key (delivery_id, code),
  constraint delivery_lines_code_check check (length(code) between 1 and 200),
  constraint delivery_lines_copies_check check (copies between 1 and 100000),
  constraint delivery_lines_shelved_check check (shelved between 0 and copies),
  constraint delivery_lines_cost_paise_check check (cost_paise > 0)
);
create index delivery_lines_code on delivery_lines (code, delivery_id);

-- Forms that add something, each with a key of its own: sent again, it gets the answer of the first time.
create table stock_forms (
  form_key text primary key,
  answer jsonb not null,
  done_at timestamptz not null,
  constraint stock_forms_form_key_check check (length(form_key) between 16 and 60)
);
create index stock_forms_done on stock_forms (done_at);

-- What of a book was sold in the last weeks.
create index stock_moves_sold on stock_moves (book_id, created_at) include (delta) where cause = 'sale';
