import { sql, type SQL } from "#db/sql.ts";
import { fillQuotations, onceAtQuotations, refusedAtQuotations } from "./quotation-rules.ts";
import { fillCarriers, onceAtCarriers, refusedAtCarriers } from "./carrier-rules.ts";

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
    sql`insert into remittances (carrier, utr, paid_on, amount_paise, recorded_at)
      values ('C', ${name === "first" ? "UTR000001" : "UTR000002"}, current_date, 100, now())`,
    sql`insert into remittance_lines (remittance_id, position, tracking_number, amount_paise, outcome)
      select max(id), 0, 'T', 100, 'unknown' from remittances`,
    sql`insert into tills (code, name) values (${name === "first" ? "T1" : "T2"}, ${name})`,
    sql`insert into till_series (till, financial_year) values (${name === "first" ? "T1" : "T2"}, '2026-27')`,
    sql`insert into till_counts (till, counted_at, counted_by, expected_paise, counted_paise, left_paise)
      values (${name === "first" ? "T1" : "T2"}, now(), ${staff}, 0, 100, 100)`,
    sql`insert into typed_books (book_id, order_id) 
      select id, (select max(id) from orders) from books where id not in (select book_id from typed_books) limit 1`,
    sql`insert into till_cash (till, moved_at, moved_by, paise, reason)
      values (${name === "first" ? "T1" : "T2"}, now(), ${staff}, 100, 'bank')`,
    sql`insert into counter_sales (order_id, id, till, staff_id, made_at)
      select max(id), gen_random_uuid(), ${name === "first" ? "T1" : "T2"}, ${staff}, now() from orders`,
    sql`insert into counter_codes (order_id, sale_id, till, staff_id, made_at)
      select max(id), gen_random_uuid(), ${name === "first" ? "T1" : "T2"}, ${staff}, now() from orders`,
    sql`insert into remittance_columns (carrier, columns) values (${name}, '{}')`,
    sql`insert into confirmation_codes (order_id, reference, messenger, code_hash, phone_hash, sent_at, state)
      select order_id, gen_random_uuid(), 'whatsapp', ${name.padEnd(43, "x")}, ${name.padEnd(43, "x")}, now(), 'asked'
      from order_events order by id desc limit 1`,
    sql`insert into refused_phones (phone_hash, parcels, kept_at) values (${name.padEnd(43, "x")}, 1, now())`,
    ...fillCarriers(name),
    ...fillQuotations(name),
  ];
}

/** For each table and check constraint, an assignment that violates the constraint. */
export const refusedAtOrderDesk: Record<string, Record<string, string>> = {
  ...refusedAtCarriers,
  ...refusedAtQuotations,
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
  tills: { code_check: "code = 't1'", name_check: "name = ''" },
  till_series: { financial_year_check: "financial_year = '2026'" },
  counter_refunds: { cash_paise_check: "cash_paise = -1" },
  till_counts: {
    counted_paise_check: "counted_paise = -1, left_paise = -1",
    left_check: "left_paise = 101",
    note_check: "note = repeat('x', 301)",
  },
  till_cash: { paise_check: "paise = 0", reason_check: "reason = 'tea'", note_check: "note = repeat('x', 201)" },
  counter_sales: {
    card_paise_check: "card_paise = -1",
    cash_paise_check: "cash_paise = -1",
    given_check: "given_paise = -1",
    reference_check: "reference = repeat('x', 61)",
    upi_paise_check: "upi_paise = -1",
  },
  order_notes: { words_check: "words = ''" },
  payments: {
    amount_paise_check: "amount_paise = -1, refunded_paise = -1",
    card_last4_check: "card_last4 = '4111111111111111'",
    check: "refunded_paise = amount_paise + 1",
    forgotten: "forgotten_at = now(), card_last4 = '1007'",
    settling_check: "status = 'authorized'",
    status_check: "status = repeat('x', 41), settles = false",
    upi_handle_check: "upi_handle = repeat('x', 101)",
  },
  confirmation_codes: {
    cause_check: "state = 'failed', cause = 'weather'",
    cause_required: "state = 'failed'",
    code_hash_check: "code_hash = 'x'",
    messenger_check: "messenger = 'pigeon'",
    network_hash_check: "network_hash = 'x'",
    phone_hash_check: "phone_hash = 'x'",
    state_check: "state = 'read'",
    tries_check: "tries = 6",
    trouble_check: "trouble = repeat('x', 301)",
  },
  refused_phones: { phone_hash_check: "phone_hash = 'x'", parcels_check: "parcels = 0" },
  remittances: { carrier_check: "carrier = ''", deducted_paise_check: "deducted_paise = -1", utr_check: "utr = 'a b'" },
  remittance_lines: { amount_paise_check: "amount_paise = 0", outcome_check: "outcome = 'odd'" },
  shipment_lines: { quantity_check: "quantity = 10001" },
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
  ...onceAtCarriers,
  ...onceAtQuotations,
  confirmation_codes_reference_key: ["confirmation_codes", "reference"],
  counter_sales_id_key: ["counter_sales", "id"],
  refund_requests_one_open: ["refund_requests", "payment_id"],
  remittances_once: ["remittances", "utr"],
  shipments_place_key: ["shipments", "order_id, place"],
  staff_views_once: ["staff_views", "staff_id, name"],
};
