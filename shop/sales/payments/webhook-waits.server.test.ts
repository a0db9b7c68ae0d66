/** Tests of delays, order and expiry of stored webhook events. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { sql } from "#db/sql.ts";
import { afterEach, expect, test, vi } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { eraseOrders } from "#shop/people/readers/erase-orders.server.ts";
import { paidOrder, payAtRazorpay, refundOnDashboard, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, receiveFromRazorpay, renamed, sign, type SignedWebhook } from "#tests/support/shop/webhooks.ts";
import { createRazorpay } from "./razorpay/razorpay.server.ts";
import { processWebhooks } from "./webhooks.server.ts";

const testServices = await openTestServices();
const { db, services, standIn, wire } = testServices;
vi.spyOn(console, "error").mockImplementation(() => {});
await setStock(db, "godan", 100);

afterEach(async () => {
  wire.change = null;
  for (const fault of ["serverError", "oldOrder"]) standIn.setFault(fault, null);
  await db.execute(sql`delete from webhook_events`);
  expect(await findBreaches(db)).toEqual([]);
});

const receive = ({ body, signature, eventId }: SignedWebhook) =>
  receiveFromRazorpay(services, body, signature, eventId);

async function events() {
  const { rows } = await db.execute<{ type: string; state: string; tries: number; body: string }>(
    sql`select type, state, tries, body from webhook_events order by id`,
  );
  return rows;
}

/** An event about an unknown order, which is set aside. */
const foreign = (name: string) =>
  sign(JSON.stringify({ event: "payment.captured", payload: { payment: { entity: { order_id: `order_${name}` } } } }));

test("an event waits twice as long after each try, nine minutes at most", async () => {
  await receive(foreign("waits"));
  for (const [tries, seconds] of [
    [5, 32],
    [9, 512],
    [11, 512],
  ] as const) {
    for (const [age, taken] of [
      [seconds * 0.7, 0],
      [seconds * 1.1, 1],
    ] as const) {
      await db.execute(sql`
        update webhook_events set state = 'received', tries = ${tries}, processed_at = now() - make_interval(secs => ${age}::float8)`);
      expect(await processWebhooks(services), `try ${tries}, ${age} s ago`).toBe(taken);
    }
  }
});

test("a silent Razorpay is asked as often after many tries as after nine", async () => {
  const { providerOrderId } = await orderOf(services, cartOf("silent"), { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  await receive(renamed(deliveriesOf(testServices, providerOrderId).at(-1)!));
  standIn.setFault("serverError", { times: "always" });
  const tries: number[] = [];
  for (let at = 0; at < 11; at += 1) {
    await processWebhooks(services);
    tries.push((await events())[0]!.tries);
    await db.execute(sql`update webhook_events set processed_at = processed_at - interval '1 hour'`);
  }
  expect(tries).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9]);
  await db.execute(sql`update webhook_events set tries = 11`);
  await processWebhooks(services);
  expect(await events()).toMatchObject([{ state: "received", tries: 9 }]);
});

test("the event that came first is worked on first", async () => {
  for (const name of ["first", "second"]) await receive(foreign(name));
  expect(await processWebhooks(services, 1)).toBe(1);
  expect((await events()).map(({ state }) => state)).toEqual(["quarantined", "received"]);
});

test("news of the payment that has paid its order costs no question, and is forgotten", async () => {
  const { number, providerOrderId, paymentId } = await paidOrder(testServices, "oldnews", { godan: 1 });
  const told = deliveriesOf(testServices, providerOrderId);
  expect(told.map(({ type }) => type).sort()).toEqual(["order.paid", "payment.authorized", "payment.captured"]);
  for (const delivery of told) await receive(delivery);
  const asked: string[] = [];
  wire.change = (path, answer) => {
    asked.push(path);
    return answer;
  };
  await processWebhooks(services);
  expect(asked).toEqual([]);
  for (const event of await events()) expect(event).toMatchObject({ state: "done", tries: 1, body: "" });

  await refundOnDashboard(testServices, paymentId, 100);
  await receive(deliveriesOf(testServices, providerOrderId).find(({ type }) => type === "refund.created")!);
  await processWebhooks(services);
  expect(asked).not.toEqual([]);
  expect(await refundsOf(db, number)).toMatchObject([{ amount: 100, reason: "elsewhere" }]);
});

test("what is done is forgotten, what is put aside is kept for a person to look at", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("forgotten"), { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  await receive(deliveriesOf(testServices, providerOrderId).find(({ type }) => type === "payment.captured")!);
  await receive(foreign("aside"));
  await processWebhooks(services);
  expect(await stateOf(db, number)).toBe("paid");
  expect(await events()).toMatchObject([
    { state: "done", body: "" },
    { state: "quarantined", body: foreign("aside").body.toString() },
  ]);
});

test("an event whose id is longer than any is stored all the same", async () => {
  const event = foreign("longid");
  expect(await receiveFromRazorpay(services, event.body, event.signature, "x".repeat(5000))).toBe("stored");
});

test("who works on events waits for nobody who works on others", async () => {
  const { providerOrderId } = await paidOrder(testServices, "skipped", { godan: 1 });
  const [first, second] = deliveriesOf(testServices, providerOrderId);
  for (const event of [first!, second!, foreign("held"), foreign("free")]) await receive(event);
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      select from webhook_events where body in (${first!.body.toString()}, ${foreign("held").body.toString()}) for update`);
    expect(await processWebhooks(services)).toBe(2);
  });
  expect((await events()).map(({ state }) => state)).toEqual(["received", "done", "received", "quarantined"]);
});

/** A server that accepts a request and never answers, until `hangUp` is called. */
async function openSilentFarEnd() {
  const { promise: isAsked, resolve } = Promise.withResolvers<void>();
  const server = createServer(() => resolve());
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const hangUp = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, isAsked, hangUp };
}

test("an event that another has done stays done, though Razorpay did not answer the one who took it first", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("overtaken"), { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  await receive(deliveriesOf(testServices, providerOrderId).at(-1)!);
  const { origin, isAsked, hangUp } = await openSilentFarEnd();
  const silent = createRazorpay({ ...testServices.razorpay, apiBase: origin });
  const first = processWebhooks({ ...services, paymentProviders: [silent] });
  await isAsked;
  await db.execute(sql`update webhook_events set processed_at = processed_at - interval '1 hour'`);
  expect(await processWebhooks(services)).toBe(1);
  hangUp();
  expect(await first).toBe(0);
  expect(await events()).toMatchObject([{ state: "done", body: "" }]);
  expect(await stateOf(db, number)).toBe("paid");
});

test("an event that is given up is kept for a person, unless its reader is forgotten; one that waits is kept", async () => {
  const [known, forgotten] = [
    await orderOf(services, cartOf("known"), { godan: 1 }),
    await orderOf(services, cartOf("forgets"), { godan: 1 }),
  ];
  const bodies: string[] = [];
  for (const { providerOrderId } of [known, forgotten]) {
    await payAtRazorpay(testServices, providerOrderId);
    const event = renamed(deliveriesOf(testServices, providerOrderId).at(-1)!);
    bodies.push(event.body.toString());
    await receive(event);
  }
  await eraseOrders(db, sql`number = ${forgotten.number}`, new Date());
  standIn.setFault("oldOrder", { times: "always" });
  await processWebhooks(services);
  expect(await events()).toMatchObject(bodies.map((body) => ({ state: "received", body })));
  await db.execute(sql`update webhook_events set tries = 11, processed_at = now() - interval '1 hour'`);
  await processWebhooks(services);
  expect(await events()).toMatchObject([
    { state: "dead", body: bodies[0] },
    { state: "dead", body: "" },
  ]);
});
