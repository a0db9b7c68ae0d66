/** Tests of cancelling orders and copies: refunds to the paisa, concurrency, permissions and letters. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { applyPromotion } from "#shop/sales/cart/cart.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { expireOrder, settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { alertsAbout, lettersOf, paidOrder, payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, delivery, fillCart, orderOf, setStock, readStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";

const testServices = await openTestServices(
  { shippingFeePaise: 4900, freeShippingFromPaise: null },
  { connections: 20 },
);
const { db, services } = testServices;
for (const bookId of ["godan", "the-anarchy", "the-last-mughal"]) await setStock(db, bookId, 500);
await db.execute(sql`
  insert into promotions (code, name, applies_to, percent_off, redemption_limit)
  values ('THIRTY3', 'A third', 'everything', 33, null), ('LASTONE', 'One', 'everything', 10, 1)`);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const parcel = { carrier: "Blue Dart", trackingNumber: "BD1", trackingUrl: "" };
const whole = (number: string) => cancelOrder(services, { number, by: "link", cause: "reader" });
const some = (number: string, ...copies: [bookId: string, quantity: number][]) =>
  cancelOrder(services, {
    number,
    by: "link",
    copies: copies.map(([bookId, quantity]) => ({ bookId, quantity })),
    cause: "reader",
  });

/** The expected result of a cancellation; without money there is no refund. */
const gaveBack = (refundPaise: number, isWhole: boolean) =>
  ({ ok: true, refundPaise, isWhole, refundId: refundPaise > 0 ? expect.any(Number) : null }) as const;

/** An unpaid order with a code. */
async function orderWithCode(reader: string, code: string, books: Record<string, number>) {
  await fillCart(db, cartOf(reader), books);
  expect(await applyPromotion(services, cartOf(reader), code)).toMatchObject({ ok: true });
  return placeOrder(services, cartOf(reader), delivery);
}

async function attemptOf(number: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select a.id from payment_attempts a join orders o on o.id = a.order_id where o.number = ${number}`,
  );
  return rows[0]!.id;
}

async function paidWithCode(reader: string, books: Record<string, number>) {
  const placed = await orderWithCode(reader, "THIRTY3", books);
  if (!placed.ok) throw new Error(placed.reason);
  await payAtRazorpay(testServices, placed.order.providerOrderId);
  await settlePayment(services, placed.order.providerOrderId, "browser");
  return placed.order;
}

test("a paid order that is cancelled gives back everything: the money with delivery, and the copies", async () => {
  await setStock(db, "indica", 5);
  const { number, totalPaise } = await paidOrder(testServices, "whole", { indica: 2 });
  expect(await readStock(db, "indica")).toEqual({ onHand: 3, reserved: 0 });
  expect(await whole(number)).toEqual(gaveBack(totalPaise, true));
  expect(await readStock(db, "indica")).toEqual({ onHand: 5, reserved: 0 });
  expect(await stateOf(db, number)).toBe("refund_pending");
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await refundsOf(db, number)).toEqual([{ amount: totalPaise, reason: "cancelled", state: "processed" }]);
  expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-cancelled", "order-refunded"]);
});

test("an order paid at the second try ends when its money is back, and the letter goes to its own reader", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("second-try"), { godan: 1 });
  await payByCard(testServices, { orderId: providerOrderId, card: "4100280000060003", choice: "failure" });
  await payAtRazorpay(testServices, providerOrderId);
  await settlePayment(services, providerOrderId, "browser");
  expect(await whole(number)).toMatchObject({ ok: true });
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
  const { rows } = await db.execute(sql`
    select to_address from outbox where kind = 'order-refunded' and order_id = ${await idOf(number)}`);
  expect(rows).toEqual([{ toAddress: "second-try@example.com" }]);
});

test("cancelled copy by copy the parts add up to the order, to the paisa, delivery with the last", async () => {
  const partitions = [
    [1, 1, 1, 1, 1, 1, 1],
    [1, 2, 4],
    [3, 3, 1],
    [1, 6],
  ];
  for (const parts of partitions) {
    // The bundle discounts one of the seven copies, so that a seventh of the line is no whole number of paise.
    const reader = `parts${parts.join("")}`;
    const { number, totalPaise } = await paidOrder(testServices, reader, { "the-anarchy": 7, "the-last-mughal": 1 });
    const linePaise = await count(
      db,
      sql`
      select total_paise as count from order_lines where book_id = 'the-anarchy' and order_id = ${await idOf(number)}`,
    );
    expect(linePaise % 7).not.toBe(0);
    const given: number[] = [];
    for (const quantity of parts) {
      const done = await some(number, ["the-anarchy", quantity]);
      expect(done).toMatchObject({ ok: true, isWhole: false });
      given.push(done.ok ? done.refundPaise : 0);
    }
    expect(given.reduce((sum, one) => sum + one)).toBe(linePaise);
    for (const [at, quantity] of parts.entries()) {
      expect(Math.abs(given[at]! - (linePaise * quantity) / 7), `${parts} ${given}`).toBeLessThan(1);
    }
    const last = gaveBack(totalPaise - linePaise, true);
    expect(await some(number, ["the-last-mughal", 1])).toEqual(last);
    expect(await stateOf(db, number)).toBe("refund_pending");
    expect(await lettersOf(db, number)).toEqual([
      "order-confirmed",
      ...parts.map(() => "order-cancelled"),
      "order-cancelled",
    ]);
    await processRefunds(services);
    expect(await stateOf(db, number)).toBe("refunded");
  }
});

test("copies bought with a code give back what was paid for them", async () => {
  const { number, totalPaise } = await paidWithCode("withcode", { godan: 3 });
  const done = await some(number, ["godan", 1]);
  expect(done).toEqual(gaveBack((totalPaise - 4900) / 3, false));
});

test("a book of a bundle gives back what was paid for it, and the order goes on", async () => {
  const { number } = await paidOrder(testServices, "bundle", { "the-anarchy": 1, "the-last-mughal": 1 });
  const { rows } = await db.execute<{ totalPaise: string; discountPaise: string }>(sql`
    select l.total_paise, l.discount_paise from order_lines l join orders o on o.id = l.order_id
    where o.number = ${number} and l.book_id = 'the-anarchy'`);
  expect(Number(rows[0]!.discountPaise)).toBeGreaterThan(0);
  const refundPaise = Number(rows[0]!.totalPaise);
  expect(await some(number, ["the-anarchy", 1])).toEqual(gaveBack(refundPaise, false));
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("paid");
  expect(await shipOrder(services, number, parcel)).toEqual({ ok: true });
});

test("several books in one go are one refund and one letter", async () => {
  const { number } = await paidOrder(testServices, "several", { godan: 3, "the-anarchy": 2 });
  expect(await some(number, ["godan", 1], ["the-anarchy", 2])).toMatchObject({ ok: true, isWhole: false });
  expect(await refundsOf(db, number)).toHaveLength(1);
  expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-cancelled"]);
});

test("an order is cancelled once, however many ask at the same moment", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "manyask", { godan: 1 });
  await warm(testServices.pool, 10);
  const asked = await Promise.all(Array.from({ length: 10 }, () => whole(number)));
  expect(asked.filter((one) => one.ok)).toHaveLength(1);
  expect(asked.filter((one) => !one.ok && one.reason === "too-late")).toHaveLength(9);
  expect(await refundsOf(db, number)).toMatchObject([{ amount: totalPaise }]);
});

test("of ten who cancel one of three copies at the same moment three may", async () => {
  const { number } = await paidOrder(testServices, "lastcopies", { godan: 3 });
  await warm(testServices.pool, 10);
  const asked = await Promise.all(Array.from({ length: 10 }, () => some(number, ["godan", 1])));
  expect(asked.filter((one) => one.ok)).toHaveLength(3);
  expect(await refundsOf(db, number)).toHaveLength(3);
});

test("copies the order does not have cannot be cancelled, and nothing changes", async () => {
  const { number } = await paidOrder(testServices, "nothave", { godan: 2 });
  const wishes: [string, number][][] = [
    [],
    [["godan", 3]],
    [["godan", 0]],
    [["godan", -1]],
    [["the-anarchy", 1]],
    [["no-such-book", 1]],
    [
      ["godan", 1],
      ["the-anarchy", 1],
    ],
    [
      ["godan", 2],
      ["godan", 1],
    ],
    [
      ["godan", 3],
      ["godan", -1],
    ],
  ];
  for (const wish of wishes) {
    expect(await some(number, ...wish), JSON.stringify(wish)).toEqual({ ok: false, reason: "not-in-order" });
  }
  expect(await refundsOf(db, number)).toEqual([]);
  expect(await lettersOf(db, number)).toEqual(["order-confirmed"]);

  const two = await paidOrder(testServices, "nothavetwo", { godan: 2, "the-anarchy": 1 });
  expect(await some(two.number, ["godan", 3], ["the-anarchy", 1])).toEqual({ ok: false, reason: "not-in-order" });
  expect(await some(two.number, ["godan", 1])).toMatchObject({ ok: true, isWhole: false });
  expect(await some(two.number, ["godan", 2])).toEqual({ ok: false, reason: "not-in-order" });
});

/** The data of the letters about cancelled copies, oldest first, and the copies of the refunds. */
async function toldOf(number: string) {
  const { rows: letters } = await db.execute<{ facts: object }>(sql`
    select facts from outbox where kind = 'order-cancelled' and order_id = ${await idOf(number)} order by id`);
  const { rows: refunds } = await db.execute<{ copies: object }>(sql`
    select copies from refunds where reason = 'cancelled' and order_id = ${await idOf(number)} order by id`);
  return { letters: letters.map(({ facts }) => facts), refunds: refunds.map(({ copies }) => copies) };
}

test("letter and refund name the copies, their price, and what of it was refunded before", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "named", { godan: 3, indica: 1 });
  const { rows } = await db.execute<{ bookId: string; position: number; totalPaise: string }>(sql`
    select book_id, position, total_paise from order_lines where order_id = ${await idOf(number)} order by position`);
  const [godan, indica] = ["godan", "indica"].map((id) => rows.find(({ bookId }) => bookId === id)!);
  await refundOrder(services, number, 10_000, "a stained cover");
  await some(number, ["godan", 1]);
  await whole(number);
  const onePaise = Number(godan!.totalPaise) / 3;
  const one = [{ position: godan!.position, quantity: 1 }];
  const rest = [
    { position: godan!.position, quantity: 2 },
    { position: indica!.position, quantity: 1 },
  ].sort((a, b) => a.position - b.position);
  const paidPaise = totalPaise - onePaise;
  expect(await toldOf(number)).toEqual({
    letters: [
      { isWhole: false, paidPaise: onePaise, beforePaise: 0, refundPaise: onePaise, copies: one },
      { isWhole: true, paidPaise, beforePaise: 10_000, refundPaise: paidPaise - 10_000, copies: rest },
    ],
    refunds: [one, rest],
  });
});

test("an order that the bookseller closes before it is paid names in its history who did it", async () => {
  const { number } = await orderOf(services, cartOf("closed"), { godan: 1 });
  await cancelOrder(services, { number, by: { actor: "Meera" }, cause: "bookseller" });
  const { rows } = await db.execute(sql`
    select cause, note from order_events where to_state = 'cancelled' and order_id = ${await idOf(number)}`);
  expect(rows).toEqual([{ cause: "bookseller", note: "by Meera" }]);
});

test("what has left the shop, has ended or was replaced can no longer be cancelled", async () => {
  const shipped = await paidOrder(testServices, "shipped", { godan: 1 });
  await shipOrder(services, shipped.number, parcel);
  const refunded = await paidOrder(testServices, "refunded", { godan: 1 });
  await refundOrder(services, refunded.number, undefined, "");
  await processRefunds(services);
  const expired = await orderOf(services, cartOf("expired"), { godan: 1 });
  await expireOrder(services, await idOf(expired.number));
  for (const { number } of [shipped, refunded, expired]) {
    const before = await stateOf(db, number);
    expect(await whole(number), before).toEqual({ ok: false, reason: "too-late" });
    expect(await some(number, ["godan", 1]), before).toEqual({ ok: false, reason: "too-late" });
    expect(await stateOf(db, number)).toBe(before);
  }
});

const idOf = (number: string) => count(db, sql`select id as count from orders where number = ${number}`);

test("somebody else's order is as good as none, and one without a cart is nobody's", async () => {
  const { number, cart } = await paidOrder(testServices, "mine", { godan: 1 });
  const by = (token: string) => cancelOrder(services, { number, by: { cartToken: token }, cause: "reader" });
  const none = await cancelOrder(services, { number: "EP-0000000000", by: { cartToken: cart }, cause: "reader" });
  expect(none).toEqual({ ok: false, reason: "no-such-order" });
  expect(await by(cartOf("yours"))).toEqual(none);
  expect(await by("")).toEqual(none);
  await db.execute(sql`update orders set cart_id = null where number = ${number}`);
  expect(await by(cart)).toEqual(none);
  expect(await by(cartOf("yours"))).toEqual(none);
  expect(await stateOf(db, number)).toBe("paid");
});

test("an order that waits for its payment is simply closed, and its copies and its code are free again", async () => {
  await setStock(db, "jejuri", 1);
  const placed = await orderWithCode("unpaid", "LASTONE", { jejuri: 1 });
  const number = placed.ok ? placed.order.number : "";
  expect(await orderWithCode("waits", "THIRTY3", { godan: 1 })).toMatchObject({ ok: true });
  expect(await applyPromotion(services, cartOf("other"), "LASTONE")).toEqual({ ok: false, reason: "used-up" });
  expect(await some(number, ["jejuri", 1])).toEqual({ ok: false, reason: "too-late" });
  expect(await whole(number)).toEqual(gaveBack(0, true));
  expect(await whole(number)).toEqual({ ok: false, reason: "too-late" });
  expect(await readStock(db, "jejuri")).toEqual({ onHand: 1, reserved: 0 });
  expect(await lettersOf(db, number)).toEqual([]);
  expect(await orderWithCode("other", "LASTONE", { jejuri: 1 })).toMatchObject({ ok: true });
});

test("money that comes for a cancelled order goes back", async () => {
  const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf("late"), { godan: 1 });
  await whole(number);
  await payAtRazorpay(testServices, providerOrderId);
  for (let looks = 0; looks < 3; looks += 1) await settlePayment(services, providerOrderId, "webhook");
  await processRefunds(services);
  expect(await refundsOf(db, number)).toEqual([{ amount: totalPaise, reason: "cancelled", state: "processed" }]);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await alertsAbout(db, number)).toHaveLength(1);
});

test("paid and cancelled at the same moment, the money goes back either way", async () => {
  for (let tries = 0; tries < 10; tries += 1) {
    const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf(`both${tries}`), { godan: 1 });
    await payAtRazorpay(testServices, providerOrderId);
    await warm(testServices.pool, 2);
    await Promise.all([settlePayment(services, providerOrderId, "webhook"), whole(number)]);
    await processRefunds(services);
    expect(await refundsOf(db, number)).toEqual([{ amount: totalPaise, reason: "cancelled", state: "processed" }]);
    expect(await stateOf(db, number)).toBe("refunded");
  }
});

test("cancelled and shipped at the same moment, exactly one of them happens", async () => {
  const won = { cancelled: 0, shipped: 0 };
  for (let tries = 0; tries < 20; tries += 1) {
    const { number } = await paidOrder(testServices, `race${tries}`, { godan: 1 });
    const both = [() => whole(number), () => shipOrder(services, number, parcel)];
    await warm(testServices.pool, 2);
    const [first, second] = await Promise.all((tries % 2 ? both : both.toReversed()).map((act) => act()));
    expect([first!.ok, second!.ok].filter(Boolean)).toHaveLength(1);
    const state = await stateOf(db, number);
    expect(["refund_pending", "shipped"]).toContain(state);
    won[state === "shipped" ? "shipped" : "cancelled"] += 1;
    expect(await refundsOf(db, number)).toHaveLength(state === "shipped" ? 0 : 1);
    expect((await lettersOf(db, number)).includes("order-shipped")).toBe(state === "shipped");
  }
  expect(won.cancelled + won.shipped).toBe(20);
});

test("what the bookseller has given back before does not go back twice", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "goodwill", { godan: 2 });
  await refundOrder(services, number, 10_000, "a stained cover");
  expect(await some(number, ["godan", 1])).toMatchObject({ ok: true, isWhole: false });
  const last = await some(number, ["godan", 1]);
  expect(last).toMatchObject({ ok: true, isWhole: true });
  await processRefunds(services);
  const given = await refundsOf(db, number);
  expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalPaise);
  expect(await stateOf(db, number)).toBe("refunded");
});

test("copies whose money was given back in part before give back what is left, and nothing when it is too little", async () => {
  for (const [leftPaise, refundPaise] of [
    [5000, 5000],
    [99, 0],
  ] as const) {
    const { number, totalPaise } = await paidOrder(testServices, `left${leftPaise}`, { godan: 2 });
    await refundOrder(services, number, totalPaise - leftPaise, "a stained cover");
    expect(await some(number, ["godan", 1])).toEqual(gaveBack(refundPaise, false));
  }
});

test("an order whose money is all on its way back can still be cancelled: the copies come back", async () => {
  await setStock(db, "heart-lamp", 3);
  const { number } = await paidOrder(testServices, "allgone", { "heart-lamp": 1 });
  await refundOrder(services, number, undefined, "");
  expect(await whole(number)).toEqual(gaveBack(0, true));
  expect((await readStock(db, "heart-lamp")).onHand).toBe(3);
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
});

test.each([99, 50, 1])(
  "an order of which %i paise are left to give back ends as cancelled, and the letter promises no money",
  async (leftPaise) => {
    await setStock(db, "cobalt-blue", 1);
    const { number, totalPaise } = await paidOrder(testServices, `lessthanone${leftPaise}`, { "cobalt-blue": 1 });
    await refundOrder(services, number, totalPaise - leftPaise, "a torn cover");
    await processRefunds(services);
    expect(await stateOf(db, number)).toBe("paid");
    expect(await whole(number)).toEqual(gaveBack(0, true));
    expect(await stateOf(db, number)).toBe("cancelled");
    expect((await readStock(db, "cobalt-blue")).onHand).toBe(1);
    expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-refunded", "order-cancelled"]);
    const facts = { paidPaise: totalPaise, beforePaise: totalPaise - leftPaise, refundPaise: 0 };
    expect((await toldOf(number)).letters).toMatchObject([facts]);
    await settlePayment(services, await attemptOf(number), "webhook");
    await processRefunds(services);
    expect(await stateOf(db, number)).toBe("cancelled");
    expect(await whole(number)).toEqual({ ok: false, reason: "too-late" });
  },
);

test("a copy that cost less than a rupee goes back with the rest of its order", async () => {
  await db.execute(sql`update books set mrp_paise = 50, price_paise = 50 where id = 'the-stepchild'`);
  await setStock(db, "the-stepchild", 5);
  const { number, totalPaise } = await paidOrder(testServices, "paise", { "the-stepchild": 1, godan: 1 });
  expect(await some(number, ["the-stepchild", 1])).toEqual(gaveBack(0, false));
  expect(await whole(number)).toEqual(gaveBack(totalPaise, true));
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
});
