import { sql, type SQL } from "#db/sql.ts";

/**
 * Statements that add one row to each table of the desk about orders; run them after the statements for the desk and
 * for orders.
 */
export function fillOrderDesk(name: string): SQL[] {
  const staff = sql`(select id from staff where name = ${name})`;
  return [
    sql`insert into desk_answers (form_hash, answer, answered_at) values (sha256(${name}::bytea), '"done"', now())`,
    sql`insert into order_notes (order_id, staff_id, words, written_at)
      select order_id, ${staff}, 'Wrap it', now() from order_events order by id desc limit 1`,
    sql`insert into refund_requests (order_id, payment_id, amount_paise, note, asked_by, asked_at)
      select order_id, id, 1000, 'Torn', ${staff}, now() from payments order by created_at desc limit 1`,
    sql`insert into staff_views (staff_id, name, query) values (${staff}, ${name}, 'state=paid')`,
    sql`insert into shipments (order_id, carrier, tracking_number)
      select order_id, 'C', 'T' from order_events order by id desc limit 1`,
    sql`insert into shipment_lines (order_id, place, line_position, quantity)
      select order_id, place, 0, 1 from shipments order by id desc limit 1`,
  ];
}

/** For each table and check constraint, an assignment that violates the constraint. */
export const refusedAtOrderDesk: Record<string, Record<string, string>> = {
  desk_answers: { form_hash_check: "form_hash = 'short'" },
  refund_requests: {
    amount_check: "amount_paise = 99",
    answer_check: "answer = repeat('x', 301)",
    answered_check: "answered_at = now()",
    note_check: "note = repeat('x', 301)",
    refund_check: "refund_id = 1",
    return_answer_check: "return_answer = repeat('x', 1001)",
    return_both_check: "return_choice = 'fit'",
    return_choice_check: "return_choice = 'else', return_id = (select min(id) from returns)",
    two_people: "answered_at = now(), answered_by = asked_by, refund_id = 1",
  },
  order_notes: { words_check: "words = ''" },
  shipment_lines: { quantity_check: "quantity = 21" },
  shipments: {
    delivered_check: "delivered_at = now()",
    failed_check: "failure = 'lost'",
    failure_check: "failure = 'eaten', failed_at = now()",
    place_check: "place = 0",
    replaces_check: "is_extra = true",
  },
  staff_views: { name_check: "name = ''", query_check: "query = repeat('x', 501)" },
};

/** Unique constraints, each with its table and columns. */
export const onceAtOrderDesk: Record<string, [table: string, columns: string]> = {
  refund_requests_one_open: ["refund_requests", "payment_id"],
  shipments_place_key: ["shipments", "order_id, place"],
  staff_views_once: ["staff_views", "staff_id, name"],
};
