/**
 * Tests that reports of payments, by webhook, browser, redirect and jobs, lead to the same end in every order and when
 * repeated.
 */
import { createHash } from "node:crypto";

import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { applyPromotion } from "#shop/sales/cart/cart.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import type { OpenOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { answerBank, beginPayment, callApi, payByCard } from "#razorpay-stand-in/drive.ts";
import { listPermutations } from "#tests/support/sales/permutations.ts";
import { alertsAbout, lettersOf, orderIdOf, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { refundOnDashboard, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, fillCart, order, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, sign, receiveFromRazorpay } from "#tests/support/shop/webhooks.ts";
import { processRefunds, expireReservations, reconcilePayments } from "./reconcile.server.ts";
import { expireOrder, settlePayment } from "./settle-payment.server.ts";
import { processWebhooks } from "./webhooks.server.ts";

const testServices = await openTestServices();
const { db, services, standIn, wire } = testServices;
await setStock(db, "godan", 2000);
await db.execute(sql`
  insert into promotions (code, name, applies_to, percent_off) values ('EVENTS', 'Ten', 'everything', 10)`);

afterEach(async () => {
  wire.change = null;
  expect(await findBreaches(db)).toEqual([]);
});

/** Reports a payment to the shop; `time` counts repetitions from 1. */
type Report = (time: number) => Promise<unknown>;
/** A course of events at Razorpay, with all reports of it and the expected end. */
interface Story {
  happen: (reader: string) => Promise<OpenOrder>;
  reports: string[];
  end: object;
}

let readers = 0;
const { rows: prices } = await db.execute<{ pricePaise: number }>(
  sql`select price_paise from books where id in ('godan', 'indica') order by id`,
);
/** Price of one copy with the code, in paise. */
const [godanPaise, indicaPaise] = prices.map(({ pricePaise: price }) => price - Math.round(price / 10)) as [
  number,
  number,
];

async function orderWithCode(bookId: string): Promise<OpenOrder> {
  const cart = cartOf(`events${(readers += 1)}`);
  await fillCart(db, cart, { [bookId]: 1 });
  await applyPromotion(services, cart, "EVENTS");
  return order(services, cart);
}

/** The reports of an order by name; a repeated webhook has the same content in other bytes. */
function reportsOf({ number, providerOrderId }: OpenOrder): (name: string) => Report {
  const told = deliveriesOf(testServices, providerOrderId);
  return (name) => async (time) => {
    if (name === "browser") return settlePayment(services, providerOrderId, "browser");
    if (name === "return") return settlePayment(services, providerOrderId, "return");
    if (name === "clock") return expireOrder(services, await orderIdOf(db, number));
    const [type, place] = name.split("#");
    const delivery = told.filter((one) => one.type === type)[Number(place ?? 1) - 1]!;
    const copy = time === 1 ? delivery : sign(JSON.stringify(JSON.parse(delivery.body.toString()), null, time), type);
    expect(await receiveFromRazorpay(services, copy.body, copy.signature, delivery.eventId)).toBe("stored");
    await processWebhooks(services);
    // The concurrent run of another order may be processing the event, so wait until it is done.
    while (await isWaiting(copy.body)) await processWebhooks(services);
  };
}

async function isWaiting(body: Buffer): Promise<boolean> {
  const hash = createHash("sha256").update(body).digest("hex");
  const waiting = sql`select count(*) from webhook_events where body_sha256 = ${hash} and state = 'received'`;
  return (await count(db, waiting)) > 0;
}

/** The end of an order for the reader, the stock and the money. */
async function endOf({ number }: OpenOrder) {
  const id = await orderIdOf(db, number);
  return {
    state: await stateOf(db, number),
    sold: await count(db, sql`select coalesce(-sum(delta), 0) as count from stock_moves where order_id = ${id}`),
    held: await count(db, sql`select count(*) from reservations where order_id = ${id} and state = 'held'`),
    used: await count(db, sql`select count(*) from redemptions where order_id = ${id} and state = 'used'`),
    settling: await count(db, sql`select count(*) from payments where order_id = ${id} and settles`),
    refunds: (await refundsOf(db, number)).sort((a, b) => a.amount - b.amount),
    letters: (await lettersOf(db, number)).sort(),
    alerts: (await alertsAbout(db, number)).length,
    inCart: await count(
      db,
      sql`select count(*) from cart_lines l join orders o on o.cart_id = l.cart_id where o.id = ${id}`,
    ),
  };
}

async function paidOnce(): Promise<OpenOrder> {
  const placed = await orderWithCode("godan");
  await payAtRazorpay(testServices, placed.providerOrderId);
  return placed;
}

/** Pays an order after its reservation has expired. */
async function paidLate(bookId: string, sellRest: () => Promise<void>): Promise<OpenOrder> {
  const placed = await orderWithCode(bookId);
  await expireOrder(services, await orderIdOf(db, placed.number));
  await sellRest();
  await payAtRazorpay(testServices, placed.providerOrderId);
  return placed;
}

const paid = { state: "paid", sold: 1, held: 0, used: 1, settling: 1, refunds: [], alerts: 0, inCart: 0 };
const confirmed = { ...paid, letters: ["order-confirmed"] };
const gone = { sold: 0, held: 0, used: 0, settling: 0, inCart: 1 };
const inFull = (reason: string, amount = godanPaise) => ({ amount, reason, state: "processed" });

const stories: Record<string, Story> = {
  "paid in time": {
    happen: paidOnce,
    reports: ["payment.captured", "order.paid", "browser"],
    end: confirmed,
  },
  "failed, authorised late, captured": {
    async happen() {
      const placed = await orderWithCode("godan");
      standIn.setFault("lateAuthorization", { seconds: 0 });
      await payByCard(testServices, { orderId: placed.providerOrderId });
      await standIn.settled();
      return placed;
    },
    reports: ["payment.failed", "payment.authorized", "payment.captured", "browser"],
    end: confirmed,
  },
  "paid after it had expired, copies left": {
    happen: () => paidLate("godan", async () => {}),
    reports: ["payment.captured", "order.paid", "browser"],
    end: confirmed,
  },
  "paid after it had expired, copies gone": {
    async happen() {
      await setStock(db, "indica", 1);
      return paidLate("indica", () => setStock(db, "indica", 0));
    },
    reports: ["payment.captured", "order.paid", "browser"],
    end: {
      ...gone,
      state: "refunded",
      refunds: [inFull("sold-out", indicaPaise)],
      alerts: 1,
      letters: ["order-refunded", "order-sold-out"],
    },
  },
  "paid twice": {
    async happen() {
      const placed = await orderWithCode("godan");
      standIn.setFault("secondSuccess", { outcome: "captured" });
      await answerBank(testServices, (await beginPayment(testServices, { orderId: placed.providerOrderId })).body);
      return placed;
    },
    reports: ["payment.captured#1", "payment.captured#2", "order.paid", "browser"],
    end: { ...paid, refunds: [inFull("duplicate")], alerts: 1, letters: ["order-confirmed", "order-refunded"] },
  },
  "refunded on the dashboard after it was known to be paid": {
    async happen() {
      const placed = await orderWithCode("godan");
      const paymentId = await payAtRazorpay(testServices, placed.providerOrderId);
      await settlePayment(services, placed.providerOrderId, "browser");
      await refundOnDashboard(testServices, paymentId, 1000);
      await refundOnDashboard(testServices, paymentId);
      return placed;
    },
    reports: ["refund.created#1", "refund.processed#2", "payment.captured", "return"],
    end: {
      ...paid,
      state: "refunded",
      refunds: [1000, godanPaise - 1000].map((amount) => ({ amount, reason: "elsewhere", state: "processed" })),
      letters: ["order-confirmed", "order-refunded", "order-refunded"],
    },
  },
  "refunded on the dashboard before anybody heard of the payment": {
    async happen() {
      const placed = await orderWithCode("godan");
      await refundOnDashboard(testServices, await payAtRazorpay(testServices, placed.providerOrderId));
      return placed;
    },
    reports: ["refund.created", "payment.captured", "order.paid", "clock"],
    end: { ...gone, state: "expired", refunds: [inFull("elsewhere")], alerts: 0, letters: ["order-refunded"] },
  },
};

/** Number of orders that are tested concurrently, each with its own sequence of reports. */
const sideBySide = 12;

/** Sends the reports of an order in this sequence; webhooks that were sent `before` get other bytes. */
async function tell(placed: OpenOrder, turns: string[], before: string[] = []) {
  const report = reportsOf(placed);
  const times = new Map(before.map((name) => [name, 1]));
  for (const name of turns) {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    await report(name)(time);
  }
}

/**
 * Every sequence in which the reports can arrive once. A repeated report only calls the same function once more, so the
 * sequences with all repetitions are tested for one story only; the others repeat all reports after the end.
 */
function turnsOf(what: string, reports: string[]): string[][] {
  return [...listPermutations(reports), ...(what === "paid in time" ? listPermutations([...reports, ...reports]) : [])];
}

for (const [what, { happen, reports, end }] of Object.entries(stories)) {
  test(
    `${what}: in whatever order it is told, each news once or twice, the end is the same`,
    { timeout: 240_000 },
    async () => {
      const all = turnsOf(what, reports);
      for (let from = 0; from < all.length; from += sideBySide) {
        const told = all.slice(from, from + sideBySide);
        const placed: OpenOrder[] = [];
        for (let at = 0; at < told.length; at += 1) placed.push(await happen(what));
        const expectEnds = async () => {
          await processRefunds(services);
          const ends = await Promise.all(placed.map(endOf));
          for (const [at, turns] of told.entries()) expect(ends[at], turns.join(", ")).toEqual(end);
        };
        await Promise.all(told.map((turns, at) => tell(placed[at]!, turns)));
        await expectEnds();
        if (told.some((turns) => turns.length > reports.length)) continue;
        await Promise.all(told.map((turns, at) => tell(placed[at]!, turns, turns)));
        await expectEnds();
      }
      expect(await findBreaches(db)).toEqual([]);
    },
  );

  test(`${what}: with every report lost the reconciler alone comes to the same end`, async () => {
    const placed = await happen(what);
    await db.execute(sql`
      update payment_attempts set created_at = now() - interval '1 hour', checked_at = now() - interval '30 minutes'
      where id = ${placed.providerOrderId}`);
    await db.execute(sql`
      update orders set reserved_until = now() - interval '35 minutes' where number = ${placed.number}`);
    // The reconciler does not check a paid order again; webhooks report later refunds.
    if ((await stateOf(db, placed.number)) === "paid") {
      await receiveFromRazorpay(services, ...firstRefundEvent(placed));
      await processWebhooks(services);
    }
    await expireReservations(services);
    await reconcilePayments(services);
    await processRefunds(services);
    expect(await endOf(placed)).toEqual(end);
  });
}

function firstRefundEvent({ providerOrderId }: OpenOrder) {
  const { body, signature, eventId } = deliveriesOf(testServices, providerOrderId).find(
    ({ type }) => type === "refund.created",
  )!;
  return [body, signature, eventId] as const;
}

test("all news of a story stored first and worked through at once, by several, end the same", async () => {
  const placed = await stories["paid twice"]!.happen("");
  for (const { body, signature, eventId } of deliveriesOf(testServices, placed.providerOrderId).reverse()) {
    await receiveFromRazorpay(services, body, signature, eventId);
  }
  await warm(testServices.pool, 10);
  await Promise.all([processWebhooks(services), processWebhooks(services), processWebhooks(services)]);
  await processRefunds(services);
  expect(await endOf(placed)).toEqual(stories["paid twice"]!.end);
});

test("news of a failure that comes while the bank still thinks does not keep the later yes from paying", async () => {
  const placed = await Promise.all([1, 2, 3, 4].map(() => orderWithCode("godan")));
  standIn.setFault("lateAuthorization", { seconds: 1, times: placed.length });
  for (const { providerOrderId } of placed) await payByCard(testServices, { orderId: providerOrderId });
  for (const [at, one] of placed.entries()) {
    if (at % 2) await reportsOf(one)("payment.failed")(1);
    if (at > 1) await reportsOf(one)("browser")(1);
  }
  await standIn.settled();
  for (const one of placed) {
    await reportsOf(one)("payment.captured")(1);
    expect(await endOf(one)).toEqual(confirmed);
    await reportsOf(one)("payment.failed")(2);
    expect(await endOf(one)).toEqual(confirmed);
  }
});

test("a payment of the wrong amount never pays, in whatever order it is told, and goes back", async () => {
  wire.change = (path, answer) => {
    if (/\/payments\/pay_\w+$/.test(path)) return { ...answer, amount: 100 };
    if (!path.endsWith("/payments")) return answer;
    return { ...answer, items: answer.items.map((item: object) => ({ ...item, amount: 100 })) };
  };
  for (const turns of listPermutations(["payment.captured", "order.paid", "browser"])) {
    const placed = await paidOnce();
    await tell(placed, [...turns, ...turns]);
    await processRefunds(services);
    expect(await endOf(placed), turns.join(", ")).toEqual({
      ...gone,
      state: "pending_payment",
      held: 1,
      refunds: [{ amount: 100, reason: "mismatch", state: "processed" }],
      alerts: 1,
      letters: ["order-refunded"],
    });
  }
});

test("what was given back in part before anybody heard of the payment goes back whole, and the order ends", async () => {
  const placed = await orderWithCode("godan");
  const paymentId = await payAtRazorpay(testServices, placed.providerOrderId);
  await refundOnDashboard(testServices, paymentId, 1000);
  await reportsOf(placed)("refund.created")(1);
  await reportsOf(placed)("payment.captured")(1);
  await processRefunds(services);
  await reportsOf(placed)("clock")(1);
  expect(await endOf(placed)).toMatchObject({ state: "expired", held: 0, used: 0, alerts: 1 });
  const given = (await refundsOf(db, placed.number)).sort((a, b) => a.amount - b.amount);
  expect(given).toEqual([
    { amount: 1000, reason: "elsewhere", state: "processed" },
    { amount: godanPaise - 1000, reason: "mismatch", state: "processed" },
  ]);
});

test("an event of an order that is none of ours is set aside and changes nothing", async () => {
  const foreign = await callApi(testServices, "POST /orders", {
    amount: 50_000,
    currency: "INR",
    receipt: "another shop",
  });
  await payByCard(testServices, { orderId: foreign.body.id });
  const ours = await orderWithCode("godan");
  for (const { body, signature, eventId } of deliveriesOf(testServices, foreign.body.id)) {
    expect(await receiveFromRazorpay(services, body, signature, eventId)).toBe("stored");
  }
  await processWebhooks(services);
  const { rows } = await db.execute(sql`
    select distinct state from webhook_events where provider_order_id = ${foreign.body.id}`);
  expect(rows).toEqual([{ state: "quarantined" }]);
  expect(await endOf(ours)).toMatchObject({ state: "pending_payment", held: 1, refunds: [], letters: [] });
});
