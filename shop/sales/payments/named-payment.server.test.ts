/** Tests of reports that name a payment: what the shop asks Razorpay after each. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, receiveFromRazorpay, sign, type SignedWebhook } from "#tests/support/shop/webhooks.ts";
import { reconcilePayments } from "./reconcile.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { processWebhooks } from "./webhooks.server.ts";

const testServices = await openTestServices();
const { db, services, standIn, wire } = testServices;
await setStock(db, "godan", 100);

/** The paths of all requests to Razorpay. */
const asked: string[] = [];
const listen: typeof wire.change = (path, answer) => {
  asked.push(path);
  return answer;
};
wire.change = listen;

afterEach(async () => {
  asked.length = 0;
  wire.change = listen;
  for (const fault of ["serverError", "authorizedOnly", "secondSuccess"]) standIn.setFault(fault, null);
  await db.execute(sql`delete from webhook_events`);
  expect(await findBreaches(db)).toEqual([]);
});

/** An order that is paid at Razorpay, with its webhooks by type. */
async function paidAtRazorpay(reader: string) {
  const order = await orderOf(services, cartOf(reader), { godan: 1 });
  const paymentId = await payAtRazorpay(testServices, order.providerOrderId);
  asked.length = 0;
  const sent = (type: string) => deliveriesOf(testServices, order.providerOrderId).find((one) => one.type === type)!;
  return { ...order, paymentId, sent };
}

async function report(...webhooks: SignedWebhook[]) {
  for (const { body, signature, eventId } of webhooks) await receiveFromRazorpay(services, body, signature, eventId);
  return processWebhooks(services);
}

/** The same webhook with other details of the payment. */
function withPayment({ body, type }: SignedWebhook, details: object): SignedWebhook {
  const event = JSON.parse(body.toString());
  Object.assign(event.payload.payment.entity, details);
  return sign(JSON.stringify(event), type);
}

async function attemptOf(id: string) {
  const { rows } = await db.execute<{ status: string; card: string | null }>(sql`
    select a.status, (select p.card_network || p.card_last4 from payments p where p.attempt_id = a.id and p.settles) as card
    from payment_attempts a where a.id = ${id}`);
  return rows[0];
}

/** Makes an attempt old enough for the reconciler. */
const age = (id: string) =>
  db.execute(sql`
    update payment_attempts set created_at = now() - interval '20 minutes', checked_at = now() - interval '19 minutes'
    where id = ${id}`);

test("a webhook is only believed after Razorpay has been asked, even with the right signature", async () => {
  const { number: unpaid, providerOrderId } = await orderOf(services, cartOf("forged"), { godan: 1 });
  const { number, sent } = await paidAtRazorpay("asked");
  standIn.setFault("serverError", { times: "always" });
  await report(sent("payment.captured"), sent("order.paid"));
  expect(await stateOf(db, number)).toBe("pending_payment");
  standIn.setFault("serverError", null);
  const event = JSON.parse(sent("order.paid").body.toString());
  Object.assign(event.payload.payment.entity, { id: "pay_OfNobodyAtAll", order_id: providerOrderId });
  Object.assign(event.payload.order.entity, { id: providerOrderId });
  await report(sign(JSON.stringify(event), "order.paid"));
  expect(await stateOf(db, unpaid)).toBe("pending_payment");
});

test("the three webhooks of a payment settle its order once, by one question then and none later", async () => {
  const { number, providerOrderId, paymentId, sent } = await paidAtRazorpay("three");
  await report(sent("payment.authorized"), sent("payment.captured"), sent("order.paid"));
  expect(await stateOf(db, number)).toBe("paid");
  const { rows } = await db.execute(sql`select distinct state, tries, body from webhook_events`);
  expect(rows).toEqual([{ state: "done", tries: 1, body: "" }]);
  expect(await attemptOf(providerOrderId)).toEqual({ status: "paid", card: "Visa1007" });
  await age(providerOrderId);
  await reconcilePayments(services);
  expect(asked).toEqual([`/v1/payments/${paymentId}`]);
});

test("the proof from the browser costs one question, and the webhooks after it none", async () => {
  const { providerOrderId, paymentId, sent } = await paidAtRazorpay("browser");
  const named = { paymentId, isOnly: false };
  expect(await settlePayment(services, providerOrderId, "browser", named)).toMatchObject({ outcome: "paid" });
  expect(await settlePayment(services, providerOrderId, "browser", named)).toMatchObject({ outcome: "paid" });
  await report(sent("payment.captured"), sent("order.paid"));
  expect(asked).toEqual([`/v1/payments/${paymentId}`]);
  expect(await attemptOf(providerOrderId)).toEqual({ status: "paid", card: "Visa1007" });
});

test.each([
  ["another sum", { amount: 100 }],
  ["another currency", { currency: "USD" }],
  ["a part given back", { amount_refunded: 100 }],
])("a payment with %s decides nothing: Razorpay is asked about the order", async (what, details) => {
  const { number, providerOrderId, sent } = await paidAtRazorpay(what.replaceAll(" ", ""));
  wire.change = (path, answer) => {
    asked.push(path);
    return /\/payments\/pay_\w+$/.test(path) ? { ...answer, ...details } : answer;
  };
  await report(sent("order.paid"));
  expect(asked).toContain(`/v1/orders/${providerOrderId}/payments`);
  expect(await stateOf(db, number)).toBe("paid");
});

test("a webhook of a payment without an order leads to the whole order", async () => {
  const { number, providerOrderId, sent } = await paidAtRazorpay("noorder");
  await report(withPayment(sent("order.paid"), { order_id: null }));
  expect(asked).toContain(`/v1/orders/${providerOrderId}/payments`);
  expect(await stateOf(db, number)).toBe("paid");
});

test("the payment of another order pays nothing, by a proof or by a webhook", async () => {
  const other = await paidAtRazorpay("other");
  const { number, providerOrderId } = await orderOf(services, cartOf("unpaid"), { godan: 1 });
  const named = { paymentId: other.paymentId, isOnly: false };
  expect(await settlePayment(services, providerOrderId, "browser", named)).toMatchObject({ outcome: "unpaid" });
  const event = JSON.parse(other.sent("order.paid").body.toString());
  event.payload.order.entity.id = providerOrderId;
  await report(sign(JSON.stringify(event), "order.paid"));
  expect([await stateOf(db, number), await stateOf(db, other.number)]).toEqual(["pending_payment", "pending_payment"]);
});

test("a proof of a payment that is not captured yet says so, and one of a failed payment leaves the order open", async () => {
  standIn.setFault("authorizedOnly", true);
  const { providerOrderId, paymentId } = await paidAtRazorpay("confirming");
  const outcomeOf = async (id: string, named: string) =>
    (await settlePayment(services, id, "browser", { paymentId: named, isOnly: false })).outcome;
  expect(await outcomeOf(providerOrderId, paymentId)).toBe("confirming");
  const failed = await orderOf(services, cartOf("failed"), { godan: 1 });
  await payByCard(testServices, { orderId: failed.providerOrderId, card: "4100280000060003", choice: "failure" });
  const { id } = standIn.ledger().payments.find(({ order_id }) => order_id === failed.providerOrderId)!;
  expect(await outcomeOf(failed.providerOrderId, id)).toBe("unpaid");
});

test("a second payment of which no webhook comes is found by the reconciler and goes back", async () => {
  standIn.setFault("secondSuccess", { outcome: "captured" });
  const { number, providerOrderId, paymentId, totalPaise, sent } = await paidAtRazorpay("second");
  expect(await settlePayment(services, providerOrderId, "browser", { paymentId, isOnly: false })).toMatchObject({
    outcome: "paid",
  });
  await report(sent("order.paid"), sent("payment.captured"));
  expect(await refundsOf(db, number)).toEqual([]);
  await age(providerOrderId);
  await reconcilePayments(services);
  expect(await refundsOf(db, number)).toMatchObject([{ amount: totalPaise, reason: "duplicate" }]);
  expect(await attemptOf(providerOrderId)).toMatchObject({ status: "paid" });
});
