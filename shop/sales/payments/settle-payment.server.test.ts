/** Tests of settling payments: captured, failed, late and duplicate ones, concurrency and expiry. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { addToCart, findCart, setQuantity } from "#shop/sales/cart/cart.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { answerBank, beginPayment, payByCard } from "#razorpay-stand-in/drive.ts";
import { cartOf, count, order, orderOf, setStock, readStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { lettersOf, refundsOf } from "#tests/support/sales/paid-order.ts";
import { reconcilePayments } from "./reconcile.server.ts";
import { expireOrder, settlePayment } from "./settle-payment.server.ts";

const testServices = await openTestServices({}, { connections: 20 });
const { db, services, standIn, wire } = testServices;
const decline = "4100280000060003";

afterEach(async () => {
  wire.change = null;
  expect(await findBreaches(db)).toEqual([]);
});

const idOf = async (number: string) => count(db, sql`select id as count from orders where number = ${number}`);
const settle = (providerOrderId: string) => settlePayment(services, providerOrderId, "browser");

async function pay(providerOrderId: string): Promise<string> {
  return (await payByCard(testServices, { orderId: providerOrderId })).body.razorpay_payment_id;
}

async function alertsAbout(number: string): Promise<string[]> {
  const { rows } = await db.execute<{ message: string }>(sql`
    select a.message from alerts a join orders o on o.id = a.order_id where o.number = ${number} order by a.id`);
  return rows.map((row) => row.message);
}

async function movesOf(number: string): Promise<string[]> {
  const { rows } = await db.execute<{ move: string }>(sql`
    select coalesce(e.from_state, '') || '>' || e.to_state || ' ' || e.cause as move
    from order_events e join orders o on o.id = e.order_id where o.number = ${number} order by e.id`);
  return rows.map((row) => row.move);
}

async function saleOf(number: string) {
  const orderId = await idOf(number);
  return {
    sold: await count(db, sql`select -sum(delta) as count from stock_moves where order_id = ${orderId}`),
    letters: await count(db, sql`select count(*) from outbox where order_id = ${orderId} and kind = 'order-confirmed'`),
    settling: await count(db, sql`select count(*) from payments where order_id = ${orderId} and settles`),
  };
}

test("a captured payment makes its order paid, sells the copies and writes one letter", async () => {
  await setStock(db, "cobalt-blue", 5);
  const { number, providerOrderId } = await orderOf(services, cartOf("pays"), { "cobalt-blue": 2 });
  expect(await settle(providerOrderId)).toEqual({ outcome: "unpaid", orderNumber: number });
  expect(await stateOf(db, number)).toBe("pending_payment");
  const paymentId = await pay(providerOrderId);
  expect(await settle(providerOrderId)).toEqual({ outcome: "paid", orderNumber: number });
  expect(await stateOf(db, number)).toBe("paid");
  expect(await count(db, sql`select count(*) from order_events where to_state = 'paid' and note = ${paymentId}`)).toBe(
    1,
  );
  expect(await saleOf(number)).toEqual({ sold: 2, letters: 1, settling: 1 });
  expect(await readStock(db, "cobalt-blue")).toEqual({ onHand: 3, reserved: 0 });
  expect(await movesOf(number)).toEqual([">pending_payment checkout", "pending_payment>paid browser"]);
});

test("of twenty who report one payment at once one settles it, and all are told that it is paid", async () => {
  await setStock(db, "indica", 5);
  const { number, providerOrderId } = await orderOf(services, cartOf("twenty"), { indica: 1 });
  await pay(providerOrderId);
  await warm(testServices.pool, 20);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => settle(providerOrderId)));
  for (const outcome of outcomes) expect(outcome).toEqual({ outcome: "paid", orderNumber: number });
  expect(await saleOf(number)).toEqual({ sold: 1, letters: 1, settling: 1 });
  expect(await movesOf(number)).toHaveLength(2);
  expect(await readStock(db, "indica")).toEqual({ onHand: 4, reserved: 0 });
});

test("of a card only the network and the last four digits are kept", async () => {
  await setStock(db, "jejuri", 5);
  const { providerOrderId } = await orderOf(services, cartOf("card"), { jejuri: 1 });
  await payByCard(testServices, { orderId: providerOrderId, card: "5500670000001002" });
  await settle(providerOrderId);
  const { rows } = await db.execute<{ row: string }>(
    sql`select p::text as row from payments p where attempt_id = ${providerOrderId}`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.row).toContain("MasterCard,1002");
  expect(rows[0]!.row).not.toContain("5500670000001002");
});

test("a Razorpay order that is none of ours is unknown", async () => {
  expect(await settle("order_ofSomebodyElse")).toEqual({ outcome: "unknown" });
});

test("a failed payment leaves the order open, and a later one pays it", async () => {
  await setStock(db, "masala-lab", 5);
  const { number, providerOrderId } = await orderOf(services, cartOf("fails"), { "masala-lab": 1 });
  await payByCard(testServices, { orderId: providerOrderId, card: decline, choice: "failure" });
  expect(await settle(providerOrderId)).toEqual({ outcome: "unpaid", orderNumber: number });
  expect(await readStock(db, "masala-lab")).toEqual({ onHand: 5, reserved: 1 });
  await pay(providerOrderId);
  expect(await settle(providerOrderId)).toEqual({ outcome: "paid", orderNumber: number });
  const { rows } = await db.execute(sql`
    select status, settles from payments where attempt_id = ${providerOrderId} order by created_at, settles`);
  expect(rows).toEqual([
    { status: "failed", settles: false },
    { status: "captured", settles: true },
  ]);
});

test("a payment that failed and was captured later, as one and the same, pays the order", async () => {
  await setStock(db, "raag-darbari", 5);
  const { number, providerOrderId } = await orderOf(services, cartOf("lateyes"), { "raag-darbari": 1 });
  await pay(providerOrderId);
  wire.change = (path, answer) =>
    path.endsWith("/payments")
      ? { ...answer, items: answer.items.map((item: object) => ({ ...item, status: "failed" })) }
      : { ...answer, status: "attempted", amount_paid: 0 };
  expect(await settle(providerOrderId)).toEqual({ outcome: "unpaid", orderNumber: number });
  wire.change = null;
  expect(await settle(providerOrderId)).toEqual({ outcome: "paid", orderNumber: number });
  expect(await saleOf(number)).toEqual({ sold: 1, letters: 1, settling: 1 });
});

test("while the bank has said yes and nothing is captured, the order is being confirmed", async () => {
  await setStock(db, "heart-lamp", 5);
  const { number, providerOrderId } = await orderOf(services, cartOf("authorized"), { "heart-lamp": 1 });
  standIn.setFault("authorizedOnly", true);
  await pay(providerOrderId);
  expect(await settle(providerOrderId)).toEqual({ outcome: "confirming", orderNumber: number });
  expect(await stateOf(db, number)).toBe("pending_payment");
});

test("a payment that differs from the order in anything never pays it, and calls for a person", async () => {
  await setStock(db, "the-golden-road", 30);
  const lies: [what: string, path: RegExp, change: object][] = [
    ["a paisa less", /\/payments$/, { amount: 1 }],
    ["another currency", /\/payments$/, { currency: "USD" }],
    ["another order", /\/payments$/, { order_id: "order_ofSomebodyElse" }],
    ["no order", /\/payments$/, { order_id: null }],
    ["partly given back", /\/payments$/, { amount_refunded: 100 }],
    ["an order of another amount", /\/order_\w+$/, { amount: 1 }],
  ];
  for (const [what, path, change] of lies) {
    const { number, providerOrderId } = await orderOf(services, cartOf(what.replaceAll(" ", "")), {
      "the-golden-road": 1,
    });
    await pay(providerOrderId);
    wire.change = (asked, answer) => {
      if (!path.test(asked)) return answer;
      return answer.items
        ? { ...answer, items: answer.items.map((item: object) => ({ ...item, ...change })) }
        : { ...answer, ...change };
    };
    expect(await settle(providerOrderId), what).toEqual({ outcome: "review", orderNumber: number });
    expect(await settle(providerOrderId), what).toEqual({ outcome: "review", orderNumber: number });
    expect(await stateOf(db, number), what).toBe("pending_payment");
    expect(await alertsAbout(number), what).toHaveLength(1);
    wire.change = null;
  }
});

test("a payment that is not captured never pays, whatever the order says of itself", async () => {
  await setStock(db, "the-burning-grounds", 30);
  for (const status of ["created", "failed", "authorized", "refunded"]) {
    const { number, providerOrderId } = await orderOf(services, cartOf(status), { "the-burning-grounds": 1 });
    await pay(providerOrderId);
    wire.change = (_, answer) =>
      answer.items ? { ...answer, items: answer.items.map((item: object) => ({ ...item, status })) } : answer;
    expect((await settle(providerOrderId)).outcome, status).toBe(status === "refunded" ? "unpaid" : "confirming");
    expect(await stateOf(db, number), status).toBe("pending_payment");
    wire.change = null;
  }
});

test("while Razorpay cannot be asked nothing is decided", async () => {
  await setStock(db, "mad-sisters-of-esi", 5);
  const { number, providerOrderId } = await orderOf(services, cartOf("unasked"), { "mad-sisters-of-esi": 1 });
  await pay(providerOrderId);
  standIn.setFault("serverError", { times: "always" });
  await expect(settle(providerOrderId)).rejects.toThrow();
  await expect(expireOrder(services, await idOf(number))).rejects.toThrow();
  expect(await stateOf(db, number)).toBe("pending_payment");
  standIn.setFault("serverError", null);
  expect((await settle(providerOrderId)).outcome).toBe("paid");
});

test("a second captured payment of an order sells nothing again, and is not forgotten", async () => {
  await setStock(db, "a-fine-balance", 5);
  const { number, providerOrderId } = await orderOf(services, cartOf("secondpays"), { "a-fine-balance": 1 });
  standIn.setFault("secondSuccess", { outcome: "captured" });
  const first = await beginPayment(testServices, { orderId: providerOrderId });
  const second = await beginPayment(testServices, { orderId: providerOrderId });
  await answerBank(testServices, first.body);
  await answerBank(testServices, second.body);
  const captured = standIn
    .ledger()
    .payments.filter(({ order_id, status }) => order_id === providerOrderId && status === "captured");
  expect(captured).toHaveLength(2);

  expect((await settle(providerOrderId)).outcome).toBe("paid");
  expect((await settle(providerOrderId)).outcome).toBe("paid");
  expect(await saleOf(number)).toEqual({ sold: 1, letters: 1, settling: 1 });
  const alerts = await alertsAbout(number);
  expect(alerts).toHaveLength(1);
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from payments where attempt_id = ${providerOrderId} and not settles and status = 'captured'`,
  );
  expect(alerts[0]).toContain(rows[0]!.id);
});

test("a second payment that could not be sent back is a person's, and is not asked for again at each look", async () => {
  await setStock(db, "tamas", 5);
  const { number, providerOrderId } = await orderOf(services, cartOf("twice-refused"), { tamas: 1 });
  standIn.setFault("secondSuccess", { outcome: "captured" });
  await pay(providerOrderId);
  await settle(providerOrderId);
  await db.execute(sql`update refunds set state = 'failed' where order_id = ${await idOf(number)}`);
  for (let look = 0; look < 3; look += 1) await settle(providerOrderId);
  expect(await refundsOf(db, number)).toMatchObject([{ reason: "duplicate", state: "failed" }]);
  expect(await alertsAbout(number)).toHaveLength(1);
});

test("only what was paid leaves the cart", async () => {
  await setStock(db, "ghachar-ghochar", 9);
  await setStock(db, "tomb-of-sand", 9);
  const cart = cartOf("othertab");
  const { providerOrderId } = await orderOf(services, cart, { "ghachar-ghochar": 2 });
  await setQuantity(services, cart, "ghachar-ghochar", 3);
  await addToCart(services, cart, "tomb-of-sand");
  await pay(providerOrderId);
  await settle(providerOrderId);
  const left = await findCart(services, cart, { shippingFeePaise: 0, freeShippingFromPaise: null });
  expect(left.lines.map(({ book, quantity }) => [book.id, quantity])).toEqual([
    ["ghachar-ghochar", 1],
    ["tomb-of-sand", 1],
  ]);
});

test("a line of the cart that has fewer copies than were paid leaves it too", async () => {
  await setStock(db, "ghachar-ghochar", 9);
  const cart = cartOf("fewer");
  const { providerOrderId } = await orderOf(services, cart, { "ghachar-ghochar": 3 });
  await setQuantity(services, cart, "ghachar-ghochar", 1);
  await pay(providerOrderId);
  expect((await settle(providerOrderId)).outcome).toBe("paid");
  expect((await findCart(services, cart, { shippingFeePaise: 0, freeShippingFromPaise: null })).lines).toEqual([]);
});

test("what is left in the cart after a payment is another order, also when it comes to the same as an open one", async () => {
  const prices: [book: string, paise: number][] = [
    ["the-anarchy", 49_00],
    ["godan", 480_00],
  ];
  for (const [book, paise] of prices) {
    await setStock(db, book, 9);
    await db.execute(sql`update books set price_paise = ${paise}, mrp_paise = ${paise} where id = ${book}`);
  }
  const settings = { ...services.settings, shippingFeePaise: 49_00, freeShippingFromPaise: 500_00 };
  const shop = { ...services, settings };
  const cart = cartOf("leftover");
  const older = await orderOf(shop, cart, { "the-anarchy": 1 });
  await addToCart(services, cart, "godan");
  const newer = await order(shop, cart);
  await pay(older.providerOrderId);
  expect((await settle(older.providerOrderId)).outcome).toBe("paid");
  const rest = await order(shop, cart);
  expect([newer.totalPaise, rest.totalPaise]).toEqual([529_00, 529_00]);
  expect(rest.number).not.toBe(newer.number);
  expect(await stateOf(db, newer.number)).toBe("superseded");
});

test("an order whose time is up expires and gives its copies back, once", async () => {
  await setStock(db, "matilda", 5);
  const { number } = await orderOf(services, cartOf("expires"), { matilda: 2 });
  const orderId = await idOf(number);
  await warm(testServices.pool, 3);
  await Promise.all([expireOrder(services, orderId), expireOrder(services, orderId), expireOrder(services, orderId)]);
  expect(await stateOf(db, number)).toBe("expired");
  expect(await readStock(db, "matilda")).toEqual({ onHand: 5, reserved: 0 });
  expect(await movesOf(number)).toEqual([">pending_payment checkout", "pending_payment>expired clock"]);
});

test("an order that was paid without anybody telling us is found so when it would expire", async () => {
  await setStock(db, "charlottes-web", 5);
  const { number, providerOrderId } = await orderOf(services, cartOf("untold"), { "charlottes-web": 1 });
  await pay(providerOrderId);
  await expireOrder(services, await idOf(number));
  expect(await stateOf(db, number)).toBe("paid");
  expect(await movesOf(number)).toContain("pending_payment>paid reconciler");
});

test("an order paid after it had expired is honoured while there are copies", async () => {
  await setStock(db, "sea-of-poppies", 5);
  const { number, providerOrderId } = await orderOf(services, cartOf("latepays"), { "sea-of-poppies": 2 });
  await expireOrder(services, await idOf(number));
  await pay(providerOrderId);
  expect(await settle(providerOrderId)).toEqual({ outcome: "paid", orderNumber: number });
  expect(await movesOf(number)).toContain("expired>paid browser");
  expect(await saleOf(number)).toEqual({ sold: 2, letters: 1, settling: 1 });
  expect(await readStock(db, "sea-of-poppies")).toEqual({ onHand: 3, reserved: 0 });
});

test("an order paid after it had expired, its copies gone, is to be refunded and calls for a person", async () => {
  await setStock(db, "river-of-smoke", 5);
  await setStock(db, "flood-of-fire", 1);
  const { number, providerOrderId } = await orderOf(services, cartOf("toolate"), {
    "river-of-smoke": 1,
    "flood-of-fire": 1,
  });
  await expireOrder(services, await idOf(number));
  await setStock(db, "flood-of-fire", 0);
  const paymentId = await pay(providerOrderId);
  await settle(providerOrderId);
  await settle(providerOrderId);
  expect(await stateOf(db, number)).toBe("refund_pending");
  expect(await saleOf(number)).toEqual({ sold: 0, letters: 0, settling: 0 });
  expect(await readStock(db, "river-of-smoke")).toEqual({ onHand: 5, reserved: 0 });
  const told = `Payment ${paymentId} came when the order could no longer be filled. It is refunded in full.`;
  expect(await alertsAbout(number)).toEqual([told]);
});

test("an order that was replaced and paid all the same is honoured, unless the newer one was paid too", async () => {
  await setStock(db, "the-anarchy", 9);
  const cart = cartOf("replaced");
  const older = await orderOf(services, cart, { "the-anarchy": 1 });
  await setQuantity(services, cart, "the-anarchy", 2);
  const newer = await order(services, cart);
  await pay(newer.providerOrderId);
  await pay(older.providerOrderId);
  expect((await settle(newer.providerOrderId)).outcome).toBe("paid");
  await settle(older.providerOrderId);
  expect([await stateOf(db, newer.number), await stateOf(db, older.number)]).toEqual(["paid", "refund_pending"]);
  expect(await alertsAbout(older.number)).toEqual([
    expect.stringContaining("a newer order of the same cart was paid or confirmed"),
  ]);
  expect(await refundsOf(db, older.number)).toMatchObject([{ reason: "sold-out" }]);
  expect(await lettersOf(db, older.number)).toEqual(["order-sold-out"]);

  const other = cartOf("replacedonly");
  const paid = await orderOf(services, other, { "the-anarchy": 1 });
  await setQuantity(services, other, "the-anarchy", 2);
  const open = await order(services, other);
  await pay(paid.providerOrderId);
  expect((await settle(paid.providerOrderId)).outcome).toBe("paid");
  expect(await stateOf(db, open.number)).toBe("pending_payment");
  await pay(open.providerOrderId);
  expect((await settle(open.providerOrderId)).outcome).toBe("paid");
  expect(await readStock(db, "the-anarchy")).toEqual({ onHand: 4, reserved: 0 });
});

test("an older order of the same cart that was paid does not stand in the way of a late payment", async () => {
  await setStock(db, "the-anarchy", 9);
  const cart = cartOf("olderpaid");
  const older = await orderOf(services, cart, { "the-anarchy": 1 });
  await pay(older.providerOrderId);
  expect((await settle(older.providerOrderId)).outcome).toBe("paid");
  const newer = await orderOf(services, cart, { "the-anarchy": 2 });
  await expireOrder(services, await idOf(newer.number));
  await pay(newer.providerOrderId);
  expect(await settle(newer.providerOrderId)).toEqual({ outcome: "paid", orderNumber: newer.number });
  expect(await refundsOf(db, newer.number)).toEqual([]);
});

test("an order that is paid before its payment is listed stays one to ask about", async () => {
  await setStock(db, "jejuri", 1);
  const { number, providerOrderId } = await orderOf(services, cartOf("tworeads"), { jejuri: 1 });
  await pay(providerOrderId);
  wire.change = (path, answer) => (path.endsWith("/payments") ? { ...answer, items: [], count: 0 } : answer);
  await expireOrder(services, await idOf(number));
  expect(await stateOf(db, number)).toBe("pending_payment");
  wire.change = null;
  await db.execute(sql`
    update payment_attempts set created_at = now() - interval '1 day', checked_at = now() - interval '12 hours'
    where id = ${providerOrderId}`);
  await reconcilePayments(services);
  expect(await stateOf(db, number)).toBe("paid");
});
