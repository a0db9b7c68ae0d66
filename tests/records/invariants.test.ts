import { sql, type SQL } from "drizzle-orm";
import { expect, test } from "vitest";

import { cancelOrder } from "#shop/after-sale/cancel-order.server.ts";
import { issuePapers } from "#shop/after-sale/issue-papers.server.ts";
import { refundOrder } from "#shop/after-sale/refund-order.server.ts";
import { shipOrder } from "#shop/after-sale/ship-order.server.ts";
import { applyPromotion } from "#shop/cart/cart.server.ts";
import type { Breach } from "#shop/invariants/breach.ts";
import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { carryRefunds } from "#shop/payments/reconcile.server.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { cartOf, fillCart, order, putOnShelf } from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";

const till = await openTestServices();
const { db, services } = till;
await putOnShelf(db, "godan", 50);
await db.execute(sql`
  insert into promotions (code, name, applies_to, percent_off, redemption_limit, redemption_limit_per_email)
  values ('RECORDS', 'Ten', 'everything', 10, 2, 2)`);

/** Orders that have been through everything: given back in part, cancelled in part, shipped, with a code. */
const refunded = await paidOrder(till, "refunded", { godan: 1 });
await refundOrder(db, refunded.number, undefined, "");
const parted = await paidOrder(till, "parted", { godan: 3 });
await cancelOrder(db, {
  number: parted.number,
  by: "link",
  copies: [{ bookId: "godan", quantity: 1 }],
  cause: "reader",
});
await carryRefunds(services);
await shipOrder(db, parted.number, { carrier: "India Post", trackingNumber: "EA1IN", trackingUrl: "" });
await fillCart(db, cartOf("coded"), { godan: 1 });
await applyPromotion(db, cartOf("coded"), "RECORDS", new Date());
const coded = await order(services, cartOf("coded"));
await issuePapers(services);

/** What is found wrong after a statement, which is then undone. */
async function breachesAfter(...statements: SQL[]): Promise<Breach[]> {
  let found: Breach[] = [];
  const undone = db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement);
    found = await findBreaches(tx);
    tx.rollback();
  });
  await expect(undone).rejects.toThrow();
  return found;
}

const idOf = (number: string) => sql`(select id from orders where number = ${number})`;

test("records that agree with each other break nothing", async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("whatever is changed behind the shop's back is found", async () => {
  const payment = sql`(select id from payments where order_id = ${idOf(parted.number)})`;
  const refund = (amount: SQL, state: string, id: SQL, reason = "bookseller", key = "rf_0000000001") => sql`
    insert into refunds (payment_id, order_id, amount_paise, reason, idempotency_key, state, razorpay_refund_id)
    values (${payment}, ${idOf(parted.number)}, ${amount}, ${reason}, ${key}, ${state}, ${id})`;
  const changes: [id: string, says: string, ...SQL[]][] = [
    [
      "I1",
      "settles no order goes back",
      sql`
      insert into payments (id, attempt_id, order_id, amount_paise, currency, status, evidence_sha256)
      select 'pay_stray', id, order_id, 5000, 'INR', 'captured', '' from payment_attempts where order_id = ${idOf(parted.number)}`,
    ],
    [
      "I1",
      "for want of copies",
      sql`
      update orders set state = 'superseded' where number = ${coded.number}`,
      sql`
      update orders set state = 'refund_pending' where number = ${coded.number}`,
    ],
    [
      "I8",
      "exactly as they were cancelled",
      sql`
      update order_lines set cancelled_quantity = 2 where order_id = ${idOf(parted.number)}`,
    ],
    [
      "I8",
      "exactly as they were cancelled",
      sql`
      insert into stock_moves (book_id, delta, cause, order_id) values ('godan', 1, 'return', ${idOf(parted.number)})`,
    ],
    ["I17", "went back was written about", sql`delete from outbox where kind = 'order-refunded'`],
    ["I17", "exactly when there is a parcel", sql`delete from shipments`],
    ["I17", "exactly when there is a parcel", sql`delete from outbox where kind = 'order-shipped'`],
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
    ["I19", "goes with its order", sql`update redemptions set state = 'released'`],
    ["I19", "goes with its order", sql`delete from redemptions`],
    ["I20", "than was captured", refund(sql`${parted.totalPaise}`, "pending", sql`'rfnd_1'`)],
    ["I20", "than was captured", refund(sql`${parted.totalPaise}`, "requested", sql`null`)],
    ["I20", "known to Razorpay", refund(sql`100`, "pending", sql`null`)],
    ["I20", "known to Razorpay", refund(sql`100`, "requested", sql`null`, "elsewhere")],
    ["I20", "known to Razorpay", sql`update refunds set order_id = ${idOf(coded.number)}`],
    ["I20", "called refunded", sql`update refunds set state = 'failed'`],
    ["I26", "without a gap", sql`update document_series set last_number = last_number + 1 where kind = 'bill'`],
    ["I26", "without a gap", sql`update document_series set last_number = last_number - 1 where kind = 'credit-note'`],
  ];
  for (const [id, says, ...statements] of changes) {
    const found = await breachesAfter(...statements);
    expect(found.map((breach) => `${breach.id} ${breach.says}`).join("\n"), says).toMatch(
      new RegExp(`${id} .*${says}`),
    );
  }
  expect(await findBreaches(db)).toEqual([]);
});
