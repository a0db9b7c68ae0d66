import { sql, type SQL } from "#db/sql.ts";

/** Statements that add one row to each table of quotations; run them after the statements for the desk and for orders. */
export function fillQuotations(name: string): SQL[] {
  return [
    sql`insert into quotations (name, valid_until, made_by, made_at, sent_at, accepted_as)
      select ${name}::text, current_date, (select id from staff where name = ${name}), now(), now(), id
      from orders where email = ${`${name}@example.com`}`,
    sql`insert into quotation_lines (quotation_id, book_id, copies, added_at, mrp_paise, price_paise)
      select max(id), 'godan', 1, now(), 100, 100 from quotations`,
    sql`insert into bank_transfers (order_id, utr, paid_on, amount_paise, recorded_at)
      select id, 'UTR000001', current_date, 100, now() from orders where email = ${`${name}@example.com`}`,
    sql`insert into delivery_challans (order_id, place, number, financial_year, sequence, issued_at, content)
      select order_id, place, ${name}, '2026-27', ${name === "first" ? 1 : 2}, now(), '{}' from shipments order by id desc limit 1`,
  ];
}

/** For each table and check constraint, an assignment that violates the constraint. */
export const refusedAtQuotations: Record<string, Record<string, string>> = {
  bank_transfers: {
    amount_paise_check: "amount_paise = -1, surplus_paise = -1",
    certificate_check: "tds_certificate = 'A'",
    check: "surplus_paise = amount_paise + 1",
    tds_check: "tds_paise = -1",
    utr_check: "utr = 'a b'",
  },
  quotations: {
    credit_days_check: "credit_days = 181",
    discount_check: "discount = -1",
    sent_check: "sent_at = null",
    shipping_paise_check: "shipping_paise = -1",
    state_code_check: "state_code = 'kar'",
  },
  quotation_lines: { check: "price_paise = mrp_paise + 1", copies_check: "copies = 10001" },
};

/** Unique constraints, each with its table and columns. */
export const onceAtQuotations: Record<string, [table: string, columns: string]> = {
  bank_transfers_once: ["bank_transfers", "order_id, utr"],
  quotations_accepted_as_key: ["quotations", "accepted_as"],
};
