/** Tests of webhooks: signatures, duplicates, unreadable events, retries and concurrency. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, receiveFromRazorpay, renamed, sign, type SignedWebhook } from "#tests/support/shop/webhooks.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { processWebhooks } from "./webhooks.server.ts";

const testServices = await openTestServices();
const { db, services, standIn, wire } = testServices;
await setStock(db, "godan", 100);

afterEach(async () => {
  wire.change = null;
  standIn.setFault("serverError", null);
  standIn.setFault("oldOrder", null);
  standIn.setFault("wrongKeys", null);
  await db.execute(sql`delete from webhook_events`);
  expect(await findBreaches(db)).toEqual([]);
});

const receive = ({ body, signature, eventId }: SignedWebhook) =>
  receiveFromRazorpay(services, body, signature, eventId);
const countStored = () => count(db, sql`select count(*) from webhook_events`);
/** Makes all events due, as if the delay before their next try had passed. */
const passTime = () => db.execute(sql`update webhook_events set processed_at = now() - interval '1 hour'`);

async function events() {
  const { rows } = await db.execute<{ type: string; state: string; tries: number }>(
    sql`select type, state, tries from webhook_events order by id`,
  );
  return rows;
}

/** An order that is paid at the stand-in, with the webhooks about it. */
async function paidAtRazorpay(reader: string) {
  const order = await orderOf(services, cartOf(reader), { godan: 1 });
  await payByCard(testServices, { orderId: order.providerOrderId });
  return { ...order, deliveries: deliveriesOf(testServices, order.providerOrderId) };
}

test("a signed event is stored, and then settles the order by itself", async () => {
  const { number, deliveries } = await paidAtRazorpay("settles");
  const captured = deliveries.find(({ type }) => type === "payment.captured")!;
  expect(await receive(captured)).toBe("stored");
  expect(await stateOf(db, number)).toBe("pending_payment");
  expect(await processWebhooks(services)).toBe(1);
  expect(await stateOf(db, number)).toBe("paid");
  expect(await events()).toEqual([{ type: "payment.captured", state: "done", tries: 1 }]);
});

test("the same body is stored once, whatever event id stands beside it", async () => {
  const { number, deliveries } = await paidAtRazorpay("replayed");
  const captured = deliveries.find(({ type }) => type === "payment.captured")!;
  expect(await receive(captured)).toBe("stored");
  for (const eventId of ["evt_fresh1", "evt_fresh2", "", "x".repeat(5000)]) {
    expect(await receive({ ...captured, eventId })).toBe("known");
  }
  await warm(testServices.pool, 10);
  const receipts = await Promise.all(Array.from({ length: 10 }, () => receive(deliveries.at(-1)!)));
  expect(receipts.filter((receipt) => receipt === "stored")).toHaveLength(1);
  expect(await countStored()).toBe(2);
  await processWebhooks(services);
  expect(await stateOf(db, number)).toBe("paid");
});

test("a forged event is refused and nothing of it is stored", async () => {
  const { number, deliveries } = await paidAtRazorpay("forged");
  const { body, signature, eventId } = deliveries[0]!;
  const forgeries = [
    { body, signature: "" },
    { body, signature: signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) },
    { body, signature: signature.slice(2) },
    { body: Buffer.concat([body, Buffer.from(" ")]), signature },
    { body: Buffer.from(body.toString().replace('"INR"', '"USD"')), signature },
    { body: Buffer.alloc(0), signature },
  ];
  for (const forgery of forgeries)
    expect(await receiveFromRazorpay(services, forgery.body, forgery.signature, eventId)).toBe("forged");
  // Without keys of its own the shop has those of the stand-in, which everybody can read.
  const withoutKeys = { ...services, settings: { ...services.settings, missingServices: ["payments" as const] } };
  expect(await receiveFromRazorpay(withoutKeys, body, signature, eventId)).toBe("forged");
  expect(await countStored()).toBe(0);
  expect(await stateOf(db, number)).toBe("pending_payment");
});

test("in whatever order the reports come, and however often, the end is the same", async () => {
  const reports = ["payment.captured", "order.paid", "browser"];
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (const places of orders) {
    const { number, providerOrderId, deliveries } = await paidAtRazorpay(`order${places.join("")}`);
    for (const place of [...places, ...places]) {
      if (reports[place] === "browser") await settlePayment(services, providerOrderId, "browser");
      else await receive(deliveries.find(({ type }) => type === reports[place])!);
      await processWebhooks(services);
    }
    expect(await stateOf(db, number)).toBe("paid");
    const orderId = sql`(select id from orders where number = ${number})`;
    expect(await count(db, sql`select count(*) from stock_moves where order_id = ${orderId}`)).toBe(1);
    expect(await count(db, sql`select count(*) from outbox where order_id = ${orderId}`)).toBe(1);
    expect(await count(db, sql`select count(*) from order_events where order_id = ${orderId}`)).toBe(2);
  }
});

test("many events worked on by several at once are each done once", async () => {
  const numbers: string[] = [];
  for (let reader = 0; reader < 5; reader += 1) {
    const { number, deliveries } = await paidAtRazorpay(`several${reader}`);
    numbers.push(number);
    for (const delivery of deliveries) await receive(delivery);
  }
  const waiting = await countStored();
  await warm(testServices.pool, 6);
  const finished = await Promise.all([processWebhooks(services), processWebhooks(services), processWebhooks(services)]);
  expect(finished.reduce((sum, done) => sum + done, 0)).toBe(waiting);
  for (const number of numbers) expect(await stateOf(db, number)).toBe("paid");
  for (const event of await events()) expect(event).toMatchObject({ state: "done", tries: 1 });
});

test("an event about an order that is none of ours is put aside, not refused", async () => {
  const foreign = sign(
    JSON.stringify({
      event: "payment.captured",
      payload: { payment: { entity: { id: "pay_ofSomebodyElse", order_id: "order_ofSomebodyElse" } } },
    }),
  );
  expect(await receive(foreign)).toBe("stored");
  expect(await processWebhooks(services)).toBe(1);
  expect(await events()).toEqual([{ type: "payment.captured", state: "quarantined", tries: 1 }]);
});

test("a signed body that cannot be read is put aside, not refused", async () => {
  const bodies = [
    "not json",
    "{}",
    "[]",
    "null",
    '{"event":"payment.captured"}',
    '{"event":7,"payload":{}}',
    '{"event":"payment.captured","payload":{"payment":{"entity":{"order_id":7}}}}',
    Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
    '{"event":"a\\u0000b","payload":{"order":{"entity":{"id":"order_\\u0000"}}}}',
    `${"[".repeat(20_000)}`,
  ];
  for (const body of bodies) expect(await receive(sign(body)), String(body).slice(0, 60)).toBe("stored");
  await processWebhooks(services);
  expect(await countStored()).toBe(bodies.length);
  for (const { state } of await events()) expect(state).toBe("quarantined");
});

test("an event with letters no database can keep does not hold up those behind it", async () => {
  const { number, deliveries } = await paidAtRazorpay("zerobytes");
  await receive(deliveries.at(-1)!);
  await processWebhooks(services);
  expect(await stateOf(db, number)).toBe("paid");
  const captured = deliveries.find(({ type }) => type === "payment.captured")!.body.toString();
  for (const letters of ["\\u0000", "\\ud800", "\u0000"]) {
    expect(await receive(sign(captured.replace("{", `{"extra":"${letters}",`)))).toBe("stored");
  }
  await receive(sign(captured));
  await processWebhooks(services);
  expect((await events()).filter(({ state }) => state === "received")).toEqual([]);
});

test("an event of a kind we do not act on is put aside", async () => {
  expect(await receive(sign('{"event":"invoice.paid","payload":{}}'))).toBe("stored");
  expect(await processWebhooks(services)).toBe(0);
  expect(await events()).toEqual([{ type: "invoice.paid", state: "quarantined", tries: 0 }]);
});

test("while Razorpay cannot be asked an event waits and is tried again", async () => {
  const { number, deliveries } = await paidAtRazorpay("retried");
  await receive(renamed(deliveries.at(-1)!));
  standIn.setFault("serverError", { times: "always" });
  expect(await processWebhooks(services)).toBe(0);
  expect(await events()).toMatchObject([{ state: "received", tries: 1 }]);
  expect(await processWebhooks(services)).toBe(0);
  expect(await events()).toMatchObject([{ state: "received", tries: 1 }]);
  await passTime();
  expect(await processWebhooks(services)).toBe(0);
  expect(await events()).toMatchObject([{ state: "received", tries: 2 }]);
  standIn.setFault("serverError", null);
  await passTime();
  expect(await processWebhooks(services)).toBe(1);
  expect(await stateOf(db, number)).toBe("paid");
});

test("news of a payment that is known, and has not paid its order, is no old news", async () => {
  standIn.setFault("lateAuthorization", { seconds: 0.2 });
  const { number, providerOrderId, deliveries } = await paidAtRazorpay("no old news");
  await receive(deliveries.find(({ type }) => type === "payment.failed")!);
  await processWebhooks(services);
  const known = sql`select count(*) from payments where attempt_id = ${providerOrderId} and status = 'failed'`;
  expect(await count(db, known)).toBe(1);
  await standIn.settled();
  await receive(deliveriesOf(testServices, providerOrderId).find(({ type }) => type === "payment.captured")!);
  await processWebhooks(services);
  expect(await stateOf(db, number)).toBe("paid");
});

test("news of a second payment of an order that is paid is no old news: the payment goes back", async () => {
  const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf("second"), { godan: 1 });
  standIn.setFault("secondSuccess", { outcome: "captured" });
  const firstId = await payAtRazorpay(testServices, providerOrderId);
  // The second payment is not listed yet when the browser reports the first.
  wire.change = (path, answer) =>
    path.endsWith("/payments")
      ? { ...answer, items: answer.items.filter(({ id }: { id: string }) => id === firstId), count: 1 }
      : answer;
  expect(await settlePayment(services, providerOrderId, "browser")).toMatchObject({ outcome: "paid" });
  wire.change = null;
  expect(await refundsOf(db, number)).toEqual([]);
  const captured = deliveriesOf(testServices, providerOrderId).filter(({ type }) => type === "payment.captured");
  await receive(captured.find(({ body }) => !body.includes(firstId))!);
  expect(await processWebhooks(services)).toBe(1);
  expect(await refundsOf(db, number)).toMatchObject([{ amount: totalPaise, reason: "duplicate" }]);
});

test("an event of a name that nobody knows settles its order like any other", async () => {
  standIn.setFault("unknownEvent", { word: "payment.celebrated" });
  const { number, deliveries } = await paidAtRazorpay("unknown event");
  const unknown = deliveries.find(({ type }) => type === "payment.celebrated")!;
  expect(await receive(unknown)).toBe("stored");
  await processWebhooks(services);
  expect(await events()).toEqual([{ type: "payment.celebrated", state: "done", tries: 1 }]);
  expect(await stateOf(db, number)).toBe("paid");
});

test("an event whose parts are not as documented is known by its name, and by its order if one part tells it", async () => {
  const { number, providerOrderId } = await paidAtRazorpay("odd parts");
  const payload = { payment: { entity: { order_id: 7 } }, order: { entity: { id: providerOrderId } }, offer: [] };
  await receive(sign(JSON.stringify({ event: "order.paid", payload })));
  await receive(sign(JSON.stringify({ event: "payment.moved", payload: { payment: "gone" } })));
  await receive(sign(JSON.stringify({ event: "payment.emptied" })));
  await processWebhooks(services);
  expect((await events()).map(({ type, state }) => `${type} ${state}`)).toEqual([
    "order.paid done",
    "payment.moved quarantined",
    "payment.emptied quarantined",
  ]);
  expect(await stateOf(db, number)).toBe("paid");
});

test("an event that Razorpay refuses for hours is given up, and its fault is stored", async () => {
  const { deliveries } = await paidAtRazorpay("givenup");
  await receive(renamed(deliveries.at(-1)!));
  standIn.setFault("oldOrder", { times: "always" });
  for (let hour = 0; hour < 12; hour += 1) {
    await processWebhooks(services);
    await passTime();
  }
  expect(await events()).toMatchObject([{ state: "dead", tries: 12 }]);
  const { rows } = await db.execute<{ lastError: string }>(sql`select last_error from webhook_events`);
  expect(rows[0]!.lastError).toContain("RazorpayError");
  await processWebhooks(services);
  expect(await events()).toMatchObject([{ tries: 12 }]);
});

test("an event that is done or given up ends alone: one that waits beside it stays as it is", async () => {
  const waits = await paidAtRazorpay("waits");
  await receive(waits.deliveries.at(-1)!);
  // Another process has claimed the event a moment ago.
  await db.execute(sql`update webhook_events set tries = 3, processed_at = now() + interval '1 hour'`);
  const waiting = async () =>
    (await db.execute(sql`select * from webhook_events where provider_order_id = ${waits.providerOrderId}`)).rows;
  const before = await waiting();
  expect(before).toHaveLength(1);

  const done = await paidAtRazorpay("ends");
  await receive(done.deliveries.at(-1)!);
  await processWebhooks(services);
  expect(await stateOf(db, done.number)).toBe("paid");
  const refused = await paidAtRazorpay("refused");
  await receive(renamed(refused.deliveries.at(-1)!));
  await db.execute(sql`
    update webhook_events set tries = 11, processed_at = now() - interval '2 hours'
    where provider_order_id = ${refused.providerOrderId}`);
  standIn.setFault("oldOrder", { times: "always" });
  await processWebhooks(services);
  expect((await events()).map(({ state }) => state)).toEqual(["received", "done", "dead"]);
  expect(await waiting()).toEqual(before);
});

test("an event outlives any time in which Razorpay is silent or takes no keys, and a refusal right after it", async () => {
  const { number, deliveries } = await paidAtRazorpay("outlives");
  await receive(renamed(deliveries.at(-1)!));
  for (const fault of ["serverError", "wrongKeys"]) {
    standIn.setFault(fault, { times: "always" });
    for (let hour = 0; hour < 14; hour += 1) {
      await processWebhooks(services);
      await passTime();
    }
    expect(await events()).toMatchObject([{ state: "received" }]);
    standIn.setFault(fault, null);
  }
  standIn.setFault("oldOrder", { times: 2 });
  for (let hour = 0; hour < 3; hour += 1) {
    await processWebhooks(services);
    await passTime();
  }
  expect(await stateOf(db, number)).toBe("paid");
  expect(await events()).toMatchObject([{ state: "done" }]);
});

test("an event taken up by a process that died is taken up again", async () => {
  const { number, deliveries } = await paidAtRazorpay("died");
  await receive(deliveries.at(-1)!);
  await db.execute(sql`update webhook_events set tries = 1, processed_at = now() - interval '1 minute'`);
  expect(await processWebhooks(services)).toBe(1);
  expect(await stateOf(db, number)).toBe("paid");
});

test("of what the database refuses only its reason is stored, not what the statement was asked with", async () => {
  const { deliveries } = await paidAtRazorpay("refused");
  await db.execute(sql`create function refuse_payment() returns trigger language plpgsql as
    'begin raise exception ''no more payments''; end'`);
  await db.execute(sql`create trigger refuse_payment before insert or update on payments
    for each row execute function refuse_payment()`);
  try {
    await receive(deliveries.at(-1)!);
    await processWebhooks(services);
  } finally {
    await db.execute(sql`drop function refuse_payment() cascade`);
  }
  const { rows } = await db.execute<{ lastError: string }>(sql`select last_error from webhook_events`);
  expect(rows.map((row) => row.lastError)).toEqual(["The database refused: error: no more payments"]);
});
