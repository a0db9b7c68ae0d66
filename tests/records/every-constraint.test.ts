/** Tests every check and unique constraint of the database: for each a statement that it must reject. */
import { sql, type SQL } from "#db/sql.ts";
import { expect, test } from "vitest";

import { isDatabaseError } from "#db/describe-error.ts";
import { inTransaction } from "#db/transaction.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { fillCatalogue, noSheet, onceInCatalogue, refusedInCatalogue, slug } from "#tests/support/catalogue-rules.ts";
import { fillDesk, newLinesOfRecord, onceAtDesk, refusedAtDesk } from "#tests/support/desk/desk-rules.ts";
import { payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { cartOf, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();
const { db, services } = testServices;

/** Inserts two rows into every table that readers or the bookseller fill. */
async function fill() {
  await setStock(db, "godan", 50);
  for (const name of ["first", "second"]) {
    const { providerOrderId, number } = await orderOf(services, cartOf(name), { godan: 1 });
    await payAtRazorpay(testServices, providerOrderId);
    await settlePayment(services, providerOrderId, "browser");
    const reader = await addReader(db, name);
    const order = sql`(select id from orders where number = ${number})`;
    const secret = sql`${name.padEnd(43, "-")}`;
    const uuid = sql`gen_random_uuid()`;
    for (const statement of [
      ...fillCatalogue(name).concat(fillDesk(name)),
      sql`insert into carts (reader_id) values (${reader})`,
      sql`insert into addresses (reader_id, name, phone, address_line1, city, state_code, pin, is_default)
        values (${reader}, 'A', '+919876543210', 'Street', 'Town', 'KA', '560025', true)`,
      sql`insert into account_passwords (reader_id, hash) values (${reader}, '$argon2id$v=19$m=1,t=1,p=1$aa$aa')`,
      sql`insert into email_changes (reader_id, id, email) values (${reader}, ${uuid}, 'a@example.com')`,
      sql`insert into consents (reader_id, purpose, is_given, wording) values (${reader}, 'review-letters', true, 'x')`,
      sql`insert into sessions (id, token_hash, reader_id, device)
        values (${name.padEnd(16, "-")}, sha256(${name}::bytea), ${reader}, 'Chrome')`,
      sql`insert into sign_in_attempts (id, state_hash, browser_hash, nonce, code_verifier, mode, intent, next_path)
        values (${uuid}, sha256(${name}::bytea), sha256('b'), 'n', 'c', 'popup', 'login', '/')`,
      sql`insert into contact_messages (ticket, name, email, subject, message, fingerprint)
        values (${name === "first" ? "EPT-00000001" : "EPT-00000002"}, 'A', 'a@example.com', 'S', 'M', sha256(${name}::bytea))`,
      sql`insert into book_requests (ticket, title, author, email, fingerprint, created_at)
        values (${name === "first" ? "EPT-00000003" : "EPT-00000004"}, 'T', '', 'a@example.com', sha256(${name}::bytea), now())`,
      sql`insert into search_salts (day) values ('2026-11-22') on conflict do nothing`,
      sql`insert into search_visits (day, hash) values ('2026-11-22', sha256(${name}::bytea))`,
      sql`insert into search_counts (day, text, visitors, found) values ('2026-11-22', ${name}, 1, 0)`,
      sql`insert into newsletter_readers (email, token) values (${`${name}@example.com`}, ${secret})`,
      sql`insert into api_tokens (name, token_hash, scopes)
        values (${name}, sha256(${name}::bytea), array['stock:write'])`,
      sql`insert into newsletter_issues (subject, words) values (${name}, 'words')`,
      sql`insert into wishlists (reader_id, name, secret, leave_token) values (${reader}, 'L', ${secret}, ${secret})`,
      sql`insert into wishes (reader_id, book_id, wishlist_id, price_paise)
        select ${reader}, 'godan', id, 100 from wishlists where reader_id = ${reader}`,
      sql`insert into reviews (work_id, reader_id, name, rating, body, state)
        select work_id, ${reader}, 'A', 1, 'Dull', 'published' from books where id = 'godan'`,
      sql`insert into review_decisions (work_id, reader_id, decision)
        select work_id, ${reader}, 'shown' from books where id = 'godan'`,
      sql`insert into stock_requests (book_id, email) values ('godan', ${`${name}@example.com`})`,
      sql`insert into redemptions (promotion_code, order_id, email, state) values ('SUMMER20', ${order}, 'a', 'held')`,
      sql`insert into order_discounts values (${order}, 0, 0, 'bundle', 'b', 'B', 1)`,
      sql`insert into shared_plates values (${secret}, ${order}, 'godan', '', now())`,
      sql`insert into refunds (payment_id, order_id, amount_paise, reason, idempotency_key, provider_refund_id, state)
        select id, order_id, 100, 'returned', ${`rf_${name}_key`}, ${`rfnd_${name}`}, 'requested'
        from payments where order_id = ${order}`,
      sql`insert into counter_refunds (refund_id, till, cash_paise)
        select max(id), ${name === "first" ? "T1" : "T2"}, 0 from refunds`,
      sql`insert into returns (order_id, line_position, quantity, reason, state) values (${order}, 0, 1, 'damaged', 'asked')`,
      sql`insert into document_series (financial_year, kind) values (${name === "first" ? "2025-26" : "2026-27"}, 'bill')`,
      sql`insert into documents (order_id, kind, number, financial_year, sequence, content)
        values (${order}, 'bill', ${name}, '2026-27', ${name === "first" ? 1 : 2}, '{}')`,
      sql`insert into webhook_events (event_id, body_sha256, type, body, state) values ('e', ${name}, 't', '{}', 'received')`,
    ])
      await db.execute(statement);
  }
  await db.execute(sql`
    insert into documents (order_id, refund_id, kind, number, financial_year, sequence, content)
    select order_id, id, 'credit-note', 'note', '2026-27', 1, '{}' from refunds where id = 1`);
}
await fill();

/** For each check constraint an assignment that it must reject, by table. Constraints and entries must match. */
const refused: Record<string, Record<string, string>> = {
  account_passwords: { hash_check: "hash = 'monsoon'", tries_check: "tries = -1" },
  addresses: {
    address_line1_check: "address_line1 = ''",
    address_line2_check: "address_line2 = repeat('x', 201)",
    city_check: "city = ''",
    name_check: "name = ''",
    phone_check: "phone = '98765'",
    pin_check: "pin = '056002'",
    state_code_check: "state_code = 'Karnataka'",
  },
  api_tokens: { name_check: "name = ''", scopes_check: "scopes = '{x}'", token_hash_check: "token_hash = 'x'" },
  book_requests: {
    author_check: "author = E'A\\nB'",
    closed_at_check: "closed_at = created_at - interval '1 second'",
    email_check: "email = 'a b@example.com'",
    fingerprint_check: "fingerprint = 'short'",
    isbn13_check: "isbn13 = '0140107838'",
    name_a_book: "title = ''",
    ticket_check: "ticket = 'EPT-1'",
    title_check: "title = E'A\\nB'",
  },
  cart_lines: { quantity_check: "quantity = 21" },
  carts: {
    have_one_owner: "token_hash = null, reader_id = null",
    token_hash_check: "token_hash = 'short', reader_id = null",
  },
  consents: { purpose_check: "purpose = 'advertising'" },
  contact_messages: {
    check: "closed_at = created_at - interval '1 second'",
    email_check: "email = 'a b@example.com'",
    fingerprint_check: "fingerprint = 'short'",
    message_check: "message = ''",
    name_check: "name = E'A\\nB'",
    subject_check: "subject = E'A\\nB'",
    ticket_check: "ticket = 'EPT-1'",
  },
  document_series: { financial_year_check: "financial_year = '2026'", kind_check: "kind = 'receipt'" },
  email_changes: { email_check: "email = E'a@example.com\\nBcc: b@example.com'" },
  newsletter_issues: { subject_check: "subject = E'A\\nB'", words_check: "words = ''" },
  newsletter_readers: { email_check: "email = 'a b@example.com'", token_check: "token = 'short'" },
  order_discounts: { amount_paise_check: "amount_paise = 0", kind_check: "kind = 'gift'" },
  order_lines: {
    check: "unit_price_paise = unit_mrp_paise + 1, total_paise = unit_mrp_paise + 1",
    check1: "discount_paise = unit_price_paise + 1, total_paise = -1",
    check2: "total_paise = total_paise + 1",
    check3: "cancelled_quantity = quantity + 1",
    quantity_check: "quantity = 10001, total_paise = 10001 * unit_price_paise",
  },
  orders: {
    arrival_check: "arrives_from = '2026-01-08', arrives_by = '2026-01-05'",
    check: "discount_paise = subtotal_paise + 1, shipping_paise = 200, total_paise = 199",
    check1: "total_paise = total_paise + 1",
    check2: "state = 'paid', paid_at = null",
    check3: "paid_at = now()",
    currency_check: "currency = 'USD'",
    delivery_method_check: "delivery_method = 'drone'",
    erased: "erased_at = now()",
    network_is_forgotten: "state = 'expired', network = '10.0.0.1'",
    number_check: "number = '7'",
    online_saving_paise_check: "online_saving_paise = -1",
    payment_method_check: "payment_method = 'barter'",
    phone_check: "phone = '98765'",
    pin_check: "pin = '056002'",
    shipping_paise_check: "shipping_paise = -1, total_paise = total_paise - shipping_paise - 1",
    state_code_check: "state_code = 'Karnataka'",
    total_paise_check: "subtotal_paise = 99, discount_paise = 0, shipping_paise = 0, total_paise = 99",
  },
  outbox: { state_check: "state = 'lost'", to_address_check: "to_address = E'a@example.com\\nBcc: b@example.com'" },
  payment_attempts: { status_check: "status = ''" },
  readers: {
    email_check: "email = E'a@example.com\\nBcc: b@example.com'",
    name_check: "name = ''",
    phone_check: "phone = '98765'",
    picture_url_check: "picture_url = repeat('x', 501)",
    sub_check: "sub = ''",
  },
  reading_list_books: { note_check: "note = ''" },
  reading_lists: {
    endpaper_check: noSheet,
    id_check: slug,
    introduction_check: "introduction = ''",
    summary_check: "summary = ''",
    title_check: "title = ''",
  },
  redemptions: { state_check: "state = 'lost'" },
  refunds: {
    amount_paise_check: "amount_paise = 0",
    idempotency_key_check: "idempotency_key = 'rf with blanks'",
    paid_by_check: "paid_by = 'gold', paid_on = '2026-11-22', closed_by = (select min(id) from staff)",
    paid_on_check: "paid_on = '2026-11-22'",
    paid_reference_check: "paid_reference = repeat('x', 61)",
    reason_check: "reason = 'none'",
    refusals_check: "refusals = -1",
    state_check: "state = 'lost'",
  },
  reservations: { quantity_check: "quantity = 0", state_check: "state = 'lost'" },
  returns: {
    answer_check: "answer = repeat('x', 1001)",
    answered: "state = 'accepted'",
    paid_when_over: "refund_id = (select max(id) from refunds)",
    quantity_check: "quantity = 10001",
    reason_check: "reason = 'none'",
    received: "state = 'received', answered_at = now()",
    restocked_when_received: "restocked_quantity = 1",
    state_check: "state = 'lost', answered_at = now()",
    words_check: "words = repeat('x', 1001)",
  },
  review_decisions: {
    check: "decision = 'hidden'",
    decision_check: "decision = 'burnt'",
    reason_check: "decision = 'hidden', reason = 'dull'",
  },
  reviews: {
    body_check: "body = ''",
    check: "state = 'waiting', testimonial_position = 99",
    check1: "is_sample = true, is_verified = true, reader_id = null",
    check2: "changed_at = created_at - interval '1 second'",
    name_check: "name = ''",
    rating_check: "rating = 6",
    samples_have_no_reader: "is_sample = true, is_verified = false",
    state_check: "state = 'lost'",
    title_check: "title = repeat('x', 121)",
    version_check: "version = 0",
  },
  search_counts: { found_check: "found = -1", text_check: "text = ''", visitors_check: "visitors = 0" },
  search_visits: { hash_check: "hash = 'short'" },
  sessions: {
    device_check: "device = repeat('x', 61)",
    id_check: "id = 'short'",
    token_hash_check: "token_hash = 'short'",
  },
  sign_in_attempts: {
    browser_hash_check: "browser_hash = 'short'",
    intent_check: "intent = 'look'",
    mode_check: "mode = 'letter'",
    next_path_check: "next_path = 'https://elsewhere.example'",
    state_check: "state = 'lost'",
    state_hash_check: "state_hash = 'short'",
  },
  stock: { reserved_at_most_on_hand: "reserved = on_hand + 1" },
  stock_moves: {
    cause_check: "cause = 'theft', order_id = null",
    check: "cause = 'return', order_id = null",
    delta_check: "delta = 0",
  },
  stock_requests: { email_check: "email = E'a@example.com\\nBcc: b@example.com'" },
  webhook_events: { forgotten: "state = 'done'", state_check: "state = 'lost'" },
  wishes: {
    gift_hash_check: "gift_hash = 'short'",
    note_check: "note = E'A\\nB'",
    price_paise_check: "price_paise = 0",
    told_paise_check: "told_paise = 0",
  },
  wishlists: {
    leave_token_check: "leave_token = 'short'",
    name_check: "name = ''",
    secret_check: "secret = 'short'",
  },
  work_contributors: { role_check: "role = 'ghost'" },
};

/**
 * For each unique constraint its table and columns: a row that takes these values from another row, or the given ones,
 * must be rejected.
 */
const once: Record<string, [table: string, columns: string, written?: string]> = {
  ...onceInCatalogue,
  addresses_one_default: ["addresses", "reader_id, is_default"],
  api_tokens_one_of_a_name: ["api_tokens", "name"],
  api_tokens_token_hash_key: ["api_tokens", "token_hash"],
  book_requests_once: ["book_requests", "fingerprint"],
  book_requests_ticket_key: ["book_requests", "ticket"],
  books_isbn13_key: ["books", "isbn13"],
  books_one_main_edition: ["books", "work_id, is_main"],
  bundle_books_bundle_id_position_key: ["bundle_books", "bundle_id, position"],
  carts_reader_id_key: ["carts", "reader_id, token_hash"],
  carts_token_hash_key: ["carts", "token_hash, reader_id"],
  contact_messages_once: ["contact_messages", "fingerprint"],
  contact_messages_ticket_key: ["contact_messages", "ticket"],
  email_changes_id_key: ["email_changes", "id"],
  newsletter_issues_once: ["newsletter_issues", "subject, words"],
  newsletter_readers_address: ["newsletter_readers", "email", "upper(email)"],
  newsletter_readers_token_key: ["newsletter_readers", "token"],
  orders_number_key: ["orders", "number"],
  outbox_one_letter: ["outbox", "kind, order_id, subject_key"],
  readers_issuer_sub_key: ["readers", "issuer, sub"],
  reading_list_books_reading_list_id_position_key: ["reading_list_books", "reading_list_id, position"],
  redemptions_order_id_key: ["redemptions", "order_id"],
  refunds_idempotency_key_key: ["refunds", "idempotency_key"],
  refunds_razorpay_refund_id_key: ["refunds", "provider_refund_id"],
  reservations_order_id_book_id_key: ["reservations", "order_id, book_id"],
  returns_one_open_a_line: ["returns", "order_id, line_position"],
  reviews_testimonial_position_key: ["reviews", "testimonial_position"],
  reviews_work_id_reader_id_key: ["reviews", "work_id, reader_id"],
  sessions_token_hash_key: ["sessions", "token_hash"],
  shared_plates_order_id_book_id_key: ["shared_plates", "order_id, book_id"],
  sign_in_attempts_state_hash_key: ["sign_in_attempts", "state_hash"],
  stock_moves_one_sale_a_line: ["stock_moves", "order_id, book_id, cause"],
  stock_requests_open: ["stock_requests", "book_id, email", "book_id, upper(email)"],
  webhook_events_body_sha256_key: ["webhook_events", "body_sha256"],
  wishlists_leave_token_key: ["wishlists", "leave_token"],
  wishlists_secret_key: ["wishlists", "secret"],
  work_categories_work_id_position_key: ["work_categories", "work_id, position"],
  work_contributors_work_id_position_key: ["work_contributors", "work_id, position"],
  works_featured_position_key: ["works", "featured_position"],
  works_recommended_position_key: ["works", "recommended_position"],
};

/** Statements for constraints that no update violates: the rows are immutable, or another key is violated first. */
const byHand: Record<string, string> = {
  delivery_challans_number_key: copyOf("delivery_challans", "id = 0, place = 9, sequence = 9"),
  delivery_challans_once: copyOf("delivery_challans", "id = 0, number = 'third', sequence = 9"),
  delivery_challans_sequence: copyOf("delivery_challans", "id = 0, number = 'third', place = 9"),
  sitemap_shards_kind_after_id_key: "insert into sitemap_shards (kind, number, after_id) values ('books', 2, '')",
  documents_check: newDocument("kind = 'credit-note'"),
  documents_kind_check: newDocument("kind = 'receipt'"),
  documents_number_check: newDocument("number = 'more than sixteen'"),
  documents_number_key: newDocument("number = 'first'"),
  documents_sequence: newDocument("kind = 'credit-note', sequence = 1, refund_id = 2"),
  documents_one_bill_an_order: newDocument("sequence = 4"),
  documents_refund_id_key: newDocument("kind = 'credit-note', sequence = 4, refund_id = 1"),
  order_lines_order_id_book_id_key: copyOf("order_lines", "position = 7"),
  orders_confirmed_check: "update orders set confirmed_at = null where paid_at is not null",
  orders_states_check: copyOf("orders", "id = 0, payment_state = 'none'"),
  payments_attempt_check: copyOf("payments", "id = 'pay_third', attempt_id = null, settles = false"),
  payments_one_settles_an_order: copyOf("payments", "id = 'pay_second'"),
  translations_original: "update translations set is_original = true",
  returns_refund_id_key: "update returns set state = 'kept', answered_at = now(), refund_id = 1",
};

/** Constraints that no row can violate alone; the named constraint is violated first. */
const implied: Record<string, string> = {
  orders_subtotal_paise_check: "orders_check",
  orders_state_check: "orders_states_check",
  refunds_provider_refund_id: "refunds_razorpay_refund_id_key",
  settlement_days_provider_day: "settlement_days_pkey",
  wishlists_id_reader_id_key: "wishlists_pkey",
};

/** An insert of a copy of one row, with changed columns. */
function copyOf(table: string, changes: string): string {
  const values = changes.split(", ").map((change) => {
    const [column, value] = change.split(" = ");
    return `'${column}', ${value}`;
  });
  return `insert into ${table} overriding system value
    select (jsonb_populate_record(t, jsonb_build_object(${values.join(", ")}))).* from ${table} t limit 1`;
}

function newDocument(changes: string): string {
  return copyOf("documents", `id = 0, number = 'third', ${changes}`);
}

const undone = new Error("undone");

/** The constraint that a statement violates; undefined if it succeeds. Rolls back. */
async function ruleAgainst(statement: string | SQL): Promise<string | undefined> {
  try {
    await inTransaction(db, async (tx) => {
      await tx.execute(typeof statement === "string" ? sql.raw(statement) : statement);
      throw undone;
    });
  } catch (error) {
    if (error === undone) return undefined;
    return (isDatabaseError(error) && error.constraint) || String(error);
  }
  return undefined;
}

const checks = [refused, refusedInCatalogue, refusedAtDesk]
  .flatMap(Object.entries<Record<string, string>>)
  .flatMap(([table, rules]) => Object.entries(rules).map(([rule, set]) => ({ table, name: `${table}_${rule}`, set })));

test("every rule of the database has its test here", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'x')
    union select k.relname from pg_index i join pg_class k on k.oid = i.indexrelid
      where i.indisunique and not i.indisprimary and k.relnamespace = 'public'::regnamespace
    order by 1`);
  const tested = [once, onceAtDesk, byHand, newLinesOfRecord, implied].flatMap((rules) => Object.keys(rules));
  expect(rows.map(({ name }) => name).sort()).toEqual([...checks.map(({ name }) => name), ...tested].sort());
});

test("no value is taken that its rule forbids", async () => {
  await db.execute(sql`update reviews set testimonial_position = null where reader_id is not null`);
  // A pending order, and a work that shares its rating with translations, are subject to the fewest other constraints.
  const chosen: Record<string, string> = {
    orders: "state = 'pending_payment'",
    works: "id = (select min(work_id) from translations)",
  };
  await orderOf(services, cartOf("waits"), { godan: 1 });
  const missed: [string, string | undefined][] = [];
  for (const { table, name, set } of checks) {
    const row = chosen[table] ?? `ctid = (select max(ctid) from ${table})`;
    const rule = await ruleAgainst(`update ${table} set ${set} where ${row}`);
    if (rule !== name) missed.push([name, rule]);
  }
  expect(missed).toEqual([]);
});

test("what there may be once is there once", async () => {
  const missed: [string, string | undefined][] = [];
  for (const [name, [table, columns, written = columns]] of Object.entries({ ...once, ...onceAtDesk })) {
    const isMain = name === "books_one_main_edition" ? "and o.is_main" : "";
    const isSale = name === "stock_moves_one_sale_a_line" ? "and o.cause = 'sale'" : "";
    const rule = await ruleAgainst(`
      update ${table} t set (${columns}) = (select ${written}
        from ${table} o where o.ctid <> t.ctid and o.${columns.split(", ")[0]} is not null ${isMain} ${isSale} order by o.ctid desc limit 1)
      where t.ctid = (select max(ctid) from ${table})`);
    if (rule !== name) missed.push([name, rule]);
  }
  for (const [name, statement] of Object.entries({ ...byHand, ...newLinesOfRecord })) {
    const rule = await ruleAgainst(statement);
    if (rule !== name) missed.push([name, rule]);
  }
  expect(missed).toEqual([]);
});
