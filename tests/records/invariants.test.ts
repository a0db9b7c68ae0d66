/**
 * Tests that the check of invariants accepts consistent records, and finds every change made behind the shop's back.
 */
import { sql, type SQL } from "#db/sql.ts";
import { expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { applyPromotion } from "#shop/sales/cart/cart.server.ts";
import type { Breach } from "#shop/office/invariants/breach.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { requestStock, sendStockLetters } from "#shop/catalogue/stock/stock-requests.server.ts";
import { cartOf, fillCart, order, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await setStock(db, "godan", 50);
await db.execute(sql`
  insert into promotions (code, name, applies_to, percent_off, redemption_limit, redemption_limit_per_email)
  values ('RECORDS', 'Ten', 'everything', 10, 2, 2)`);

/** Orders with every kind of change: refunded in part, cancelled in part, shipped, with a code. */
const refunded = await paidOrder(testServices, "refunded", { godan: 1 });
await refundOrder(services, refunded.number, undefined, "");
const parted = await paidOrder(testServices, "parted", { godan: 3 });
await cancelOrder(services, {
  number: parted.number,
  by: "link",
  copies: [{ bookId: "godan", quantity: 1 }],
  cause: "reader",
});
await processRefunds(services);
await shipOrder(services, parted.number, { carrier: "India Post", trackingNumber: "EA1IN", trackingUrl: "" });
/** An order sent in two parcels, and one whose second half is unsent. */
const halved = await paidOrder(testServices, "halved", { godan: 2 });
const half = await paidOrder(testServices, "half", { godan: 2 });
const part = { copies: [{ bookId: "godan", quantity: 1 }] };
for (const { number } of [halved, half])
  await shipOrder(
    services,
    number,
    { carrier: "India Post", trackingNumber: "EA2IN", trackingUrl: "" },
    undefined,
    part,
  );
await shipOrder(services, halved.number, { carrier: "India Post", trackingNumber: "EA3IN", trackingUrl: "" });
await deliverOrder(services, halved.number, undefined, 1);
await fillCart(db, cartOf("coded"), { godan: 1 });
await applyPromotion(services, cartOf("coded"), "RECORDS");
const coded = await order(services, cartOf("coded"));
await issueDocuments(services);
await requestStock(services, "godan", "waits@example.com");
await sendStockLetters(services);

/** The breaches after some statements, which are rolled back. */
async function breachesAfter(...statements: SQL[]): Promise<Breach[]> {
  let found: Breach[] = [];
  const undone = inTransaction(db, async (tx) => {
    for (const statement of statements) await tx.execute(statement);
    found = await findBreaches(tx);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  return found;
}

const idOf = (number: string) => sql`(select id from orders where number = ${number})`;

test("records that agree with each other break nothing", async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("whatever is changed behind the shop's back is found", async () => {
  const payment = sql`(select id from payments where order_id = ${idOf(parted.number)})`;
  const refund = (amount: SQL, state: string, id: SQL, reason = "bookseller", key = "rf_0000000001") => sql`
    insert into refunds (payment_id, order_id, amount_paise, reason, idempotency_key, state, provider_refund_id)
    values (${payment}, ${idOf(parted.number)}, ${amount}, ${reason}, ${key}, ${state}, ${id})`;
  // Breaches that a trigger or constraint prevents must be found too, in case it is ever missing.
  const unguarded = (table: "orders" | "payments") => sql`alter table ${sql.identifier(table)} disable trigger user`;
  const orderOfPayment = (id: SQL) => sql`update payments set order_id = ${id} where order_id = ${idOf(parted.number)}`;
  const changes: [id: string, rule: string, ...SQL[]][] = [
    ["I2", "it was opened for", unguarded("payments"), orderOfPayment(idOf(coded.number))],
    ["I3", "settled by exactly one", unguarded("payments"), sql`update payments set settles = false`],
    [
      "I3",
      "is a sale exactly once it is confirmed",
      unguarded("orders"),
      sql`update orders set fulfilment_state = 'delivered' where number = ${parted.number}`,
    ],
    [
      "I3",
      "paid exactly if a payment settles it",
      unguarded("orders"),
      sql`update orders set payment_state = 'refunded' where number = ${parted.number}`,
    ],
    [
      "I4",
      "saving for paying online",
      sql`update orders set online_saving_paise = 100 where number = ${parted.number}`,
    ],
    ["I4", "for the order's amount", unguarded("payments"), sql`update payments set amount_paise = amount_paise + 1`],
    ["I5", "has evidence of its payment", sql`update payments set evidence_sha256 = ''`],
    [
      "I6",
      "sum of its lines",
      sql`update orders set subtotal_paise = subtotal_paise + 1, total_paise = total_paise + 1`,
    ],
    [
      "I6",
      "sum of its lines",
      sql`update orders set discount_paise = discount_paise + 1, total_paise = total_paise - 1`,
    ],
    [
      "I7",
      "not on hand",
      sql`alter table stock drop constraint stock_reserved_at_most_on_hand`,
      sql`update stock set reserved = on_hand + 1 where book_id = 'godan'`,
    ],
    ["I8", "sum of its moves", sql`update stock set on_hand = on_hand + 1 where book_id = 'godan'`],
    ["I8", "reservations that are still held", sql`update stock set reserved = reserved + 1 where book_id = 'godan'`],
    ["I8", "sold exactly once", sql`delete from stock_moves where cause = 'sale'`],
    ["I8", "sold exactly once", sql`update stock_moves set delta = delta - 1 where cause = 'sale'`],
    [
      "I9",
      "than were received",
      sql`insert into stock_moves (book_id, delta, cause) values ('godan', -1000, 'correction')`,
    ],
    ["I10", "is not confirmed yet", sql`update reservations set state = 'held' where state = 'committed'`],
    ["I10", "is not confirmed yet", sql`update reservations set state = 'released' where state = 'held'`],
    [
      "I11",
      "at most 50 lines",
      sql`insert into cart_lines (cart_id, book_id, quantity)
        select cart_id, b.id, 1 from orders, lateral (select id from books limit 51) b
        where number = ${parted.number} on conflict do nothing`,
    ],
    [
      "I13",
      "entered by a recorded move",
      unguarded("orders"),
      sql`update orders set state = 'delivered' where number = ${parted.number}`,
    ],
    ["I13", "without a gap", sql`delete from order_events where to_state = 'paid'`],
    ["I17", "one letter that confirms", sql`delete from outbox where kind = 'order-confirmed'`],
    [
      "I17",
      "one letter that confirms",
      unguarded("orders"),
      sql`update orders set confirmed_at = now() where number = ${coded.number}`,
    ],
    [
      "I1",
      "settles no order is refunded",
      sql`
      insert into payments (id, attempt_id, order_id, amount_paise, currency, status, evidence_sha256)
      select 'pay_stray', id, order_id, 5000, 'INR', 'captured', '' from payment_attempts where order_id = ${idOf(parted.number)}`,
    ],
    [
      "I1",
      "because copies were missing",
      sql`
      update orders set state = 'superseded' where number = ${coded.number}`,
      sql`
      update orders set state = 'refund_pending' where number = ${coded.number}`,
    ],
    [
      "I8",
      "exactly those that were cancelled",
      sql`
      update order_lines set cancelled_quantity = 2 where order_id = ${idOf(parted.number)}`,
    ],
    [
      "I8",
      "exactly those that were cancelled",
      sql`
      insert into stock_moves (book_id, delta, cause, order_id) values ('godan', 1, 'return', ${idOf(parted.number)})`,
    ],
    [
      "I8",
      "no more copies are cancelled and returned",
      sql`
      insert into returns (order_id, line_position, quantity, reason, state) select id, 0, 20, 'damaged', 'asked'
      from orders where number = ${parted.number}`,
    ],
    ["I17", "confirmed order with cancelled copies", sql`delete from outbox where kind = 'order-cancelled'`],
    [
      "I17",
      "confirmed order with cancelled copies",
      sql`update outbox set kind = 'order-cancelled' where kind = 'order-confirmed'`,
    ],
    [
      "I17",
      "too late for the last copies",
      sql`update outbox set kind = 'order-sold-out' where kind = 'order-shipped'`,
    ],
    ["I17", "waits for a book", sql`delete from outbox where kind = 'back-in-stock'`],
    ["I17", "waits for a book", sql`update stock_requests set told_at = null`],
    ["I17", "each refund was reported", sql`delete from outbox where kind = 'order-refunded'`],
    ["I17", "is in parcels", sql`delete from shipments where not is_part`],
    ["I17", "is in parcels", sql`delete from order_events where to_state = 'shipped'`],
    ["I17", "is in parcels", sql`delete from shipment_lines where order_id = ${idOf(halved.number)} and place = 2`],
    ["I17", "is in parcels", sql`update shipment_lines set quantity = 2 where order_id = ${idOf(half.number)}`],
    ["I17", "each parcel has a letter", sql`delete from outbox where kind = 'order-shipped'`],
    [
      "I17",
      "each parcel has a letter",
      sql`delete from outbox where kind = 'order-shipped' and order_id = ${idOf(halved.number)} and subject_key = '2'`,
    ],
    [
      "I17",
      "each parcel has a letter",
      sql`update outbox set kind = 'order-shipped' where order_id = ${idOf(refunded.number)} and kind = 'order-confirmed'`,
    ],
    ["I29", "is the only one", sql`delete from shipment_lines where place = 2`],
    ["I29", "is the only one", sql`update shipments set is_part = false where place = 2`],
    [
      "I29",
      "is the only one",
      sql`insert into shipments (order_id, place, carrier, tracking_number) values (${idOf(parted.number)}, 2, 'C', 'T')`,
    ],
    ["I29", "in two parcels", sql`update shipment_lines set quantity = 2`],
    [
      "I29",
      "in two parcels",
      sql`update order_lines set cancelled_quantity = 2 where order_id = ${idOf(halved.number)}`,
    ],
    ["I29", "every part that did not fail", sql`update shipments set delivered_at = now() where is_part`],
    [
      "I29",
      "every part that did not fail",
      sql`insert into order_events (order_id, from_state, to_state, cause)
        values (${idOf(halved.number)}, 'shipped', 'delivered', 'bookseller')`,
    ],
    [
      "I29",
      "sent again only if",
      sql`insert into shipments (order_id, place, is_part, replaces, carrier, tracking_number)
        values (${idOf(halved.number)}, 9, true, 1, 'C', 'T')`,
      sql`insert into shipment_lines (order_id, place, line_position, quantity, is_again)
        values (${idOf(halved.number)}, 9, 0, 1, true)`,
    ],
    ["I18", "discounts an order shows", sql`update order_discounts set amount_paise = amount_paise - 1`],
    [
      "I19",
      "no more often than its limits",
      sql`update promotions set redemption_limit = 1 where code = 'RECORDS'`,
      sql`
      insert into redemptions (promotion_code, order_id, email, state) values ('RECORDS', ${idOf(parted.number)}, 'b@example.com', 'used')`,
    ],
    [
      "I19",
      "no more often than its limits",
      sql`update promotions set redemption_limit_per_email = 1 where code = 'RECORDS'`,
      sql`
      insert into redemptions (promotion_code, order_id, email, state)
      select 'RECORDS', ${idOf(parted.number)}, email, 'held' from redemptions`,
    ],
    ["I19", "matches the state of its order", sql`update redemptions set state = 'released'`],
    ["I19", "matches the state of its order", sql`delete from redemptions`],
    ["I20", "than was captured", refund(sql`${parted.totalPaise}`, "pending", sql`'rfnd_1'`)],
    ["I20", "than was captured", refund(sql`${parted.totalPaise}`, "requested", sql`null`)],
    ["I20", "known to the payment provider", refund(sql`100`, "pending", sql`null`)],
    ["I20", "known to the payment provider", refund(sql`100`, "requested", sql`null`, "elsewhere")],
    ["I20", "known to the payment provider", sql`update refunds set order_id = ${idOf(coded.number)}`],
    ["I20", "marked refunded", sql`update refunds set state = 'failed'`],
    ["I26", "without a gap", sql`update document_series set last_number = last_number + 1 where kind = 'bill'`],
    ["I26", "without a gap", sql`update document_series set last_number = last_number - 1 where kind = 'credit-note'`],
    [
      "I29",
      "are queued for one",
      refund(sql`100`, "processed", sql`'rfnd_without_a_note'`),
      sql`delete from documents_due`,
    ],
    ["I27", "on the lists once", sql`delete from listings where work_id = 'sita'`],
    ["I27", "on the lists once", sql`update listings set price_paise = price_paise + 1 where work_id = 'sita'`],
  ];
  for (const [id, rule, ...statements] of changes) {
    const found = await breachesAfter(...statements);
    expect(found.map((breach) => `${breach.id} ${breach.rule}`).join("\n"), rule).toMatch(
      new RegExp(`${id} .*${rule}`),
    );
  }
  expect(await findBreaches(db)).toEqual([]);
});
