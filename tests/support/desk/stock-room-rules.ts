import { sql, type SQL } from "#db/sql.ts";

/**
 * Statements that add one row to each table of the stock room and of the desk's imports; a member of staff must have
 * this name.
 */
export function fillStockRoom(name: string): SQL[] {
  return [
    sql`insert into suppliers (name) values (${name})`,
    sql`insert into purchase_orders (supplier_id, made_by, made_at)
      values ((select max(id) from suppliers), (select id from staff where name = ${name}), now())`,
    sql`insert into purchase_order_lines (order_id, code, copies, added_at)
      values ((select max(id) from purchase_orders), ${name}, 2, now())`,
    sql`insert into deliveries (supplier, bill_number, opened_by, opened_at)
      values (${name}, ${name}, (select id from staff where name = ${name}), now())`,
    sql`insert into delivery_lines (delivery_id, code, copies, scanned_at)
      values ((select max(id) from deliveries), ${name}, 2, now())`,
    sql`insert into planned_mrps (book_id, mrp_paise, price_paise, planned_by, planned_at)
      values ((select min(id) from books), 100, 100, (select id from staff where name = ${name}), now())
      on conflict do nothing`,
    sql`insert into supplier_returns (supplier_id, made_by, made_at)
      values ((select max(id) from suppliers), (select id from staff where name = ${name}), now())`,
    sql`insert into supplier_return_lines (return_id, delivery_id, code, copies)
      values ((select max(id) from supplier_returns), (select max(id) from deliveries), ${name}, 1)`,
    sql`insert into supplier_payments (supplier_id, paid_on, paise, noted_by)
      values ((select max(id) from suppliers), '2026-01-01', 100, (select id from staff where name = ${name}))`,
    sql`insert into stocktakes (kind, shelf_id, name, begun_by, begun_at, move_id)
      values ('category', ${name}, ${name}, (select id from staff where name = ${name}), now(), 0)`,
    sql`insert into stocktake_lines (stocktake_id, code, copies, counted_at, scanned_at)
      values ((select max(id) from stocktakes), ${name}, 2, now(), now())`,
    sql`insert into import_work (id, kind, file_name, bytes, staff_id, state, created_at)
      values (${name.padEnd(22, "-")}, 'books', 'books.csv', 1, (select id from staff where name = ${name}), 'waiting', now())`,
    sql`insert into stock_forms (form_key, answer, done_at) values (${name.padEnd(16, "-")}, '1', now())`,
  ];
}

/** For each table and check constraint, an assignment that violates the constraint. */
export const refusedInStockRoom: Record<string, Record<string, string>> = {
  suppliers: {
    basis_check: "basis = 'gift'",
    credit_days_check: "credit_days = -1",
    discount_check: "discount = 10000",
    email_check: "email = e'a\\nb'",
    gstin_check: "gstin = '29AAB'",
    name_check: "name = ''",
    return_days_check: "return_days = 0",
  },
  purchase_orders: { discount_check: "discount = 10000" },
  purchase_order_lines: {
    cancelled_check: "cancelled = copies + 1",
    code_check: "code = ''",
    copies_check: "copies = 0",
    mrp_paise_check: "mrp_paise = 0",
  },
  planned_mrps: {
    mrp_paise_check: "mrp_paise = 0",
    price_check: "price_paise = mrp_paise + 1",
    price_paise_check: "price_paise = 0",
  },
  supplier_returns: {
    agreement_check: "agreement = repeat('x', 301)",
    credit_number_check: "credit_number = repeat('x', 61)",
    credited_paise_check: "credited_paise = -1",
  },
  supplier_return_lines: { copies_check: "copies = 0" },
  supplier_payments: { paise_check: "paise = 0", reference_check: "reference = repeat('x', 61)" },
  deliveries: {
    basis_check: "basis = 'gift'",
    bill_number_check: "bill_number = repeat('x', 61)",
    billed_paise_check: "billed_paise = 0",
    charges_paise_check: "charges_paise = -1",
    discount_check: "discount = 10000",
    return_days_check: "return_days = 0",
    supplier_check: "supplier = ''",
  },
  delivery_lines: {
    code_check: "code = ''",
    copies_check: "copies = 0, damaged = 0, billed = 0",
    cost_paise_check: "cost_paise = 0",
    mrp_paise_check: "mrp_paise = 0",
    shelved_check: "shelved = copies + 1",
  },
  import_work: {
    file_name_check: "file_name = ''",
    id_check: "id = '../../elsewhere'",
    kind_check: "kind = 'songs'",
    state_check: "state = 'lost'",
  },
  stocktakes: {
    kind_check: "kind = 'songs'",
    name_check: "name = ''",
    reason_check: "reason = repeat('x', 201)",
    shelf_check: "shelf_id = null",
  },
  stocktake_lines: { code_check: "code = ''", copies_check: "copies = -1", then_check: "on_hand = 1" },
  stock: { low_level_check: "low_level = -1", place_check: "place = repeat('x', 41)" },
  stock_moves: { reason_check: "reason = repeat('x', 301)" },
  stock_choices: { lead_days_check: "lead_days = 366", low_level_check: "low_level = -1", one: "is_only = false" },
  stock_forms: { form_key_check: "form_key = 'short'" },
};

/** Unique constraints, each with its table and columns. */
export const onceInStockRoom: Record<string, [table: string, columns: string, written?: string]> = {
  deliveries_bill: ["deliveries", "supplier, bill_number", "upper(supplier), upper(bill_number)"],
  suppliers_name: ["suppliers", "name", "upper(name)"],
  stocktakes_one_a_shelf: ["stocktakes", "kind, shelf_id"],
};
