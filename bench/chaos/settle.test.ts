import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { expireReservations, processRefunds, reconcilePayments } from "#shop/sales/payments/reconcile.server.ts";
import { processWebhooks } from "#shop/sales/payments/webhooks.server.ts";
import type { Services } from "#shop/services.ts";
import { answerBank, beginPayment, payByCard } from "#razorpay-stand-in/drive.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, receiveFromRazorpay } from "#tests/support/shop/webhooks.ts";
import { settle, type SettlingStage } from "./settle.ts";

const testServices = await openTestServices({ reconcileAfterSeconds: 0 });
const { db, services, standIn } = testServices;
await setStock(db, "godan", 20);

/** Looks without a pause. */
const goOn = { roundMs: 0, patienceMs: 60_000 };
/** Gives up at the first look that sees as much as the one before. */
const giveUp = { roundMs: 0, patienceMs: 0 };
const { signal } = new AbortController();

afterEach(async () => {
  expect(await settle(stageWith({}), signal, goOn)).toEqual({});
});

type Job = (services: Services) => Promise<unknown>;

/** All but the webhooks. */
const usualJobs: Job[] = [
  expireReservations,
  reconcilePayments,
  processRefunds,
  issueDocuments,
  (services) => sendDueLetters(services),
];

async function work(jobs = usualJobs) {
  for (const job of jobs) await job(services);
}

interface Course {
  jobs?: Job[];
  /** What happens just before Razorpay's traffic is read for the so many'th time. */
  look?: (time: number) => Promise<unknown>;
}

/** The shop, whose jobs run whenever Razorpay's traffic is read. */
function stageWith({ jobs, look }: Course): SettlingStage {
  let looks = 0;
  return {
    db,
    razorpay: {
      readLedger: async () => standIn.ledger(),
      async readTraffic() {
        looks += 1;
        await look?.(looks);
        await work(jobs);
        return standIn.traffic();
      },
      hurry: async () => standIn.hurry(),
    },
  };
}

/** Hands over all that Razorpay has to tell of an order. */
async function deliver(providerOrderId: string) {
  for (const { body, signature, eventId } of deliveriesOf(testServices, providerOrderId)) {
    await receiveFromRazorpay(services, body, signature, eventId);
  }
}

/** How the shop stands with what it was told of an order. */
async function eventsOf(providerOrderId: string): Promise<string[]> {
  const { rows } = await db.execute<{ state: string }>(
    sql`select state from webhook_events where provider_order_id = ${providerOrderId}`,
  );
  return rows.map(({ state }) => state);
}

/** An order whose time is over. */
async function abandonedOrder(reader: string) {
  const order = await orderOf(services, cartOf(reader), { godan: 1 });
  await db.execute(sql`update orders set reserved_until = now() - interval '1 second' where number = ${order.number}`);
  return order.providerOrderId;
}

test("settling waits for a payment that its bank leaves unanswered, and for the shop to hear of it", async () => {
  const orderId = await abandonedOrder("abandons");
  const { body: begun } = await beginPayment(testServices, { orderId });
  expect(await settle(stageWith({}), signal, giveUp)).toEqual({ "payments at the bank": 1 });
  const stage = stageWith({
    async look(time) {
      if (time === 3) await answerBank(testServices, begun, { choice: "failure" });
      if (time === 3) await deliver(orderId);
      if (time === 9) await processWebhooks(services);
    },
  });
  expect(await settle(stage, signal, goOn)).toEqual({});
  expect(await eventsOf(orderId)).toEqual(["done"]);
});

test("a payment that the bank authorised, and that the shop could not capture yet, is waited for", async () => {
  const orderId = await abandonedOrder("uncaptured");
  standIn.setFault("authorizedOnly", true);
  await payByCard(testServices, { orderId });
  standIn.setFault("authorizedOnly", null);
  const idle = stageWith({ jobs: [] });
  expect(await settle(idle, signal, giveUp)).toMatchObject({ "payments to capture": 1 });
});

test("an event that begins just after the shop's records were counted is waited for", async () => {
  const orderId = await abandonedOrder("meanwhile");
  const stage = stageWith({
    async look(time) {
      // The first look is for quiet at Razorpay; the next two are before and after the count.
      if (time === 3) await payByCard(testServices, { orderId, choice: "failure" });
      if (time === 4) await deliver(orderId);
      if (time === 7) await processWebhooks(services);
    },
  });
  expect(await settle(stage, signal, goOn)).toEqual({});
  expect(await eventsOf(orderId)).toEqual(["done"]);
});

test("an event that was refused so often that it would come much later is asked for now", async () => {
  const { razorpay, ...stage } = stageWith({});
  let underWay = 1;
  const traffic = async () => ({ ...(await razorpay.readTraffic()), underWay });
  const refused = { ...stage, razorpay: { ...razorpay, readTraffic: traffic, hurry: async () => void (underWay = 0) } };
  expect(await settle(refused, signal, goOn)).toEqual({});
});

test("a refund that has no credit note yet is waited for", async () => {
  const { number } = await paidOrder(testServices, "cancels", { godan: 1 });
  await work();
  await cancelOrder(services, { number, by: "link", cause: "reader" });
  await processRefunds(services);
  await sendDueLetters(services);
  expect(await settle(stageWith({ jobs: [] }), signal, giveUp)).toMatchObject({ documents: 1 });
});

test("a shop that goes on slowly gets the time it needs, and one that does nothing more is given up", async () => {
  for (const reader of ["slow1", "slow2", "slow3"]) await paidOrder(testServices, reader, { godan: 1 });
  await work();
  await db.execute(sql`update outbox set state = 'due' where state = 'sent'`);
  const letters = await count(db, sql`select count(*) from outbox where state = 'due'`);
  expect(letters).toBeGreaterThan(2);
  expect(await settle(stageWith({ jobs: [reconcilePayments] }), signal, giveUp)).toEqual({ letters });
  const sendOne = (services: Services) => sendDueLetters(services, 1);
  expect(await settle(stageWith({ jobs: [reconcilePayments, sendOne] }), signal, giveUp)).toEqual({});
});
