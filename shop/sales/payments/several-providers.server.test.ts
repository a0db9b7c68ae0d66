/** Tests of a shop with two payment providers. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { oneRow } from "#db/one-row.ts";
import { inTransaction } from "#db/transaction.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import type { Services } from "#shop/services.ts";
import {
  alertsAbout,
  paidOrder,
  passRefundWait,
  payAtRazorpay,
  refundOnDashboard,
  refundsOf,
} from "#tests/support/sales/paid-order.ts";
import { cartOf, order, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, receiveFromRazorpay } from "#tests/support/shop/webhooks.ts";
import { ProviderError, type PaymentProvider } from "./payment-provider.ts";
import type { ProviderId } from "./provider-names.ts";
import { readPayouts } from "./read-payouts.server.ts";
import { findExternalRefunds, processRefunds } from "./reconcile.server.ts";
import { requestRefund, sendDueRefunds } from "./refunds.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { processWebhooks, receiveWebhook } from "./webhooks.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const [razorpay] = services.paymentProviders;
await setStock(db, "godan", 20);
afterEach(async () => expect(await findBreaches(db)).toEqual([]));

/** A second provider, which uses Razorpay's stand-in under another id. */
const id = "other" as ProviderId;
const other: PaymentProvider = {
  ...razorpay,
  id,
  name: "Other",
  createOrder: async (opening) => ({ ...(await razorpay.createOrder(opening)), provider: id }),
  readOrder: async (orderId) => ({ ...(await razorpay.readOrder(orderId)), provider: id }),
  listPayments: async (orderId) =>
    (await razorpay.listPayments(orderId)).map((payment) => ({ ...payment, provider: id })),
  isSignedWebhook: (_, headers) => headers.get("other-signature") === "right",
};
const withOther: Services = { ...services, paymentProviders: [other, razorpay] };

/** An order that is paid and settled at the second provider. */
async function paidAtOther(reader: string) {
  const order = await orderOf(withOther, cartOf(reader), { godan: 1 });
  const paymentId = await payAtRazorpay(testServices, order.providerOrderId);
  expect(await settlePayment(withOther, order.providerOrderId, "browser")).toMatchObject({ outcome: "paid" });
  return { ...order, paymentId };
}

test("what was opened at a provider is settled and recorded by it, whichever takes new orders", async () => {
  const { number, provider, providerOrderId, paymentId } = await paidAtOther("second");
  expect(provider).toBe("other");
  expect((await orderOf(services, cartOf("first"), { godan: 1 })).provider).toBe("razorpay");
  const { rows } = await db.execute(sql`
    select a.provider as opened, p.provider as paid from payments p join payment_attempts a on a.id = p.attempt_id
    where p.id = ${paymentId}`);
  expect(rows).toEqual([{ opened: "other", paid: "other" }]);
  expect(await stateOf(db, number)).toBe("paid");
  await expect(settlePayment(services, providerOrderId, "reconciler")).rejects.toMatchObject({
    kind: "unreachable",
    message: "The shop has no keys for other.",
  });
});

test("an order that waits for its payment at another provider is replaced, not opened there again", async () => {
  const cart = cartOf("changed");
  const before = await orderOf(withOther, cart, { godan: 1 });
  const again = await order(services, cart);
  expect(again).toMatchObject({ provider: "razorpay" });
  expect(await stateOf(db, before.number)).toBe("superseded");
  expect(await order(services, cart)).toMatchObject({ number: again.number, providerOrderId: again.providerOrderId });
});

test("a provider that does not answer keeps no job from asking the others", async () => {
  const silent = () => Promise.reject(new ProviderError(id, "unreachable", "No answer."));
  const withSilent: Services = {
    ...services,
    paymentProviders: [{ ...other, listRefundsSince: silent, listSettled: silent }, razorpay],
  };
  await paidAtOther("silent");
  const { number, paymentId } = await paidOrder(testServices, "speaking", { godan: 1 });
  await refundOnDashboard(testServices, paymentId);
  await expect(findExternalRefunds(withSilent)).rejects.toThrow("No answer.");
  expect(await refundsOf(db, number)).toMatchObject([{ reason: "elsewhere" }]);
  await expect(readPayouts(withSilent)).rejects.toThrow("No answer.");
  expect((await db.execute(sql`select distinct provider from settlement_days`)).rows).toEqual([
    { provider: "razorpay" },
  ]);
});

test("a refund is asked for at the provider of its payment, and waits while the shop has no keys for it", async () => {
  const { number, paymentId, totalPaise } = await paidAtOther("refund");
  await inTransaction(db, (tx) => requestRefund(tx, { paymentId, reason: "bookseller", at: new Date() }));
  for (let tries = 0; tries < 10; tries += 1) {
    await sendDueRefunds(services);
    await passRefundWait(db);
  }
  expect(await refundsOf(db, number)).toEqual([{ amount: totalPaise, reason: "bookseller", state: "requested" }]);
  expect(await alertsAbout(db, number)).toEqual([expect.stringContaining("other does not answer for refund")]);
  await processRefunds(withOther);
  expect(await refundsOf(db, number)).toEqual([{ amount: totalPaise, reason: "bookseller", state: "processed" }]);
});

test("a webhook is signed by the provider that it is addressed to, and processed by it", async () => {
  const order = await orderOf(withOther, cartOf("webhook"), { godan: 1 });
  await payAtRazorpay(testServices, order.providerOrderId);
  const { body, signature } = deliveriesOf(testServices, order.providerOrderId).at(-1)!;
  const headers = new Headers({ "x-razorpay-signature": signature });
  for (const address of ["other", "nobody", ""])
    expect(await receiveWebhook(withOther, address, body, headers), address).toBe("forged");
  headers.set("other-signature", "right");
  expect(await receiveWebhook(services, "other", body, headers)).toBe("forged");
  expect(await receiveWebhook(withOther, "other", body, headers)).toBe("stored");
  await processWebhooks(withOther);
  expect(await stateOf(db, order.number)).toBe("paid");
  expect((await db.execute(sql`select distinct provider, state from webhook_events`)).rows).toEqual([
    { provider: "other", state: "done" },
  ]);
});

test("a shop of the version before reads and writes the providers' numbers by their old names", async () => {
  const before = await paidOrder(testServices, "before", { godan: 1 });
  const after = await paidOrder(testServices, "after", { godan: 1 });
  for (const { paymentId } of [before, after])
    await inTransaction(db, (tx) => requestRefund(tx, { paymentId, reason: "bookseller", at: new Date() }));
  const { rows } = await db.execute<{ idempotencyKey: string }>(
    sql`select idempotency_key from refunds where payment_id = ${before.paymentId}`,
  );
  const payment = { orderId: before.providerOrderId, paymentId: before.paymentId };
  const request = { ...payment, amountPaise: before.totalPaise, reason: "", ...oneRow(rows) };
  const { id } = await razorpay.createRefund(request);
  await db.execute(
    sql`update refunds set razorpay_refund_id = ${id}, state = 'pending' where payment_id = ${before.paymentId}`,
  );
  await processRefunds(services);
  await settlePayment(services, before.providerOrderId, "webhook");
  for (const { number } of [before, after]) expect(await refundsOf(db, number)).toMatchObject([{ state: "processed" }]);

  const told = await orderOf(services, cartOf("told"), { godan: 1 });
  await payAtRazorpay(testServices, told.providerOrderId);
  await db.execute(sql`
    insert into webhook_events (event_id, body_sha256, type, razorpay_order_id, body, state)
    values ('', 'before', 'order.paid', ${told.providerOrderId}, '{}', 'received')`);
  await processWebhooks(services);
  expect(await stateOf(db, told.number)).toBe("paid");

  const { body, signature, eventId } = deliveriesOf(testServices, told.providerOrderId).at(-1)!;
  await receiveFromRazorpay(services, body, signature, eventId);
  const { rows: unequal } = await db.execute(sql`
    select razorpay_refund_id from refunds where razorpay_refund_id is distinct from provider_refund_id
    union all select razorpay_order_id from webhook_events where razorpay_order_id is distinct from provider_order_id`);
  expect(unequal).toEqual([]);
});
