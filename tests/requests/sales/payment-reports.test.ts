/** Tests the reports of a payment: by the widget, polling, the return page, webhooks and the reconciler. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test, vi } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { processWebhooks } from "#shop/sales/payments/webhooks.server.ts";
import { processRefunds, reconcilePayments } from "#shop/sales/payments/reconcile.server.ts";
import { expireOrder } from "#shop/sales/payments/settle-payment.server.ts";
import { callApi, payByCard } from "#razorpay-stand-in/drive.ts";
import { paymentSignature } from "#razorpay-stand-in/signature.ts";
import { expectErrors } from "#tests/support/expect-errors.ts";
import { orderIdOf, refundsAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { count, delivery, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";
import { deliveriesOf, sign, type SignedWebhook } from "#tests/support/shop/webhooks.ts";

const shop = await openTestShop();
const { db } = shop;
vi.spyOn(console, "warn").mockImplementation(() => {});
await setStock(db, "godan", 100);

afterEach(async () => {
  shop.standIn.setFault("serverError", null);
  shop.wire.change = null;
  expect(await findBreaches(db)).toEqual([]);
});

type Visitor = ReturnType<typeof visit>;
type Fields = Record<string, string>;
const form = (fields: Fields) => new URLSearchParams(fields);

/** A visitor with an unpaid order at Razorpay. */
async function buyer(): Promise<{ visitor: Visitor; number: string; providerOrderId: string }> {
  const visitor = visit(shop);
  await visitor.fetch("/cart/lines", { method: "POST", body: form({ intent: "add", bookId: "godan" }) });
  const response = await visitor.fetch("/checkout", {
    method: "POST",
    body: form(delivery),
    headers: { accept: "application/json" },
  });
  const { orderNumber, options } = await response.json();
  return { visitor, number: orderNumber, providerOrderId: options.order_id };
}

/** Pays at Razorpay; returns the fields that the widget hands to the page. */
async function pay(providerOrderId: string): Promise<Fields> {
  const { body } = await payByCard(shop, { orderId: providerOrderId });
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = body;
  return { razorpay_payment_id, razorpay_order_id, razorpay_signature };
}

async function verify(visitor: Visitor, fields: Fields) {
  const response = await visitor.fetch("/checkout/verify", { method: "POST", body: form(fields) });
  return { status: response.status, body: await response.json() };
}

const post = ({ body, signature, eventId }: SignedWebhook) =>
  shop.pages.fetch(
    new Request("http://shop.test/webhooks/razorpay", {
      method: "POST",
      body: new Uint8Array(body),
      headers: {
        "content-type": "application/json",
        "x-razorpay-signature": signature,
        "x-razorpay-event-id": eventId,
      },
    }),
  );

const events = () => count(db, sql`select count(*) from webhook_events`);

test("a true report makes the order paid and the badge empty", async () => {
  const { visitor, number, providerOrderId } = await buyer();
  const proof = await pay(providerOrderId);
  const to = expect.stringMatching(/^Asha Rao, .+ \d{6}$/);
  const books = [{ bookId: "godan", quantity: 1 }];
  const receipt = { email: "asha@example.com", to, arrives: expect.any(String), books };
  expect(await verify(visitor, { order: number, ...proof })).toMatchObject({
    status: 200,
    body: { state: "paid", orderNumber: number, receipt },
  });
  expect(await stateOf(db, number)).toBe("paid");
  expect(visitor.cookies.get("cart-count")).toBe("0");
  expect(await verify(visitor, { order: number, ...proof })).toMatchObject({ status: 200, body: { state: "paid" } });
});

test("asking how it stands, without a report, tells the truth", async () => {
  const { visitor, number, providerOrderId } = await buyer();
  expect(await verify(visitor, { order: number })).toMatchObject({ status: 200, body: { state: "unpaid" } });
  await pay(providerOrderId);
  expect(await verify(visitor, { order: number })).toMatchObject({ status: 200, body: { state: "paid" } });
});

test("a payment through the older of two tabs' orders at Razorpay is reported, asked for and found like any other", async () => {
  for (const way of ["report", "question", "return", "reconciler"]) {
    const { visitor, number, providerOrderId: older } = await buyer();
    const receipt = {
      amount: await count(db, sql`select total_paise as count from orders where number = ${number}`),
      currency: "INR",
      receipt: `${number} again`,
    };
    const newer = (await callApi(shop, "POST /orders", receipt)).body.id;
    await db.execute(sql`
      insert into payment_attempts (id, order_id, receipt, amount_paise, status)
      select ${newer}, id, number, total_paise, 'created' from orders where number = ${number}`);
    const proof = await pay(older);
    if (way === "report") expect((await verify(visitor, { order: number, ...proof })).body.state).toBe("paid");
    if (way === "question") expect((await verify(visitor, { order: number })).body.state).toBe("paid");
    if (way === "return") {
      const init = { method: "POST", body: form(proof), headers: { "sec-fetch-site": "cross-site" } };
      await shop.fetch("/payments/return", init);
    }
    if (way === "reconciler") await expireOrder(shop.services, await orderIdOf(db, number));
    expect(await stateOf(db, number), way).toBe("paid");
    if (way !== "reconciler") continue;
    // Paid again through the other attempt, without a report.
    const again = await pay(newer);
    await db.execute(
      sql`update payment_attempts set created_at = now() - interval '1 hour', checked_at = null where id = ${newer}`,
    );
    await reconcilePayments(shop.services);
    expect(await refundsOf(db, number)).toMatchObject([{ reason: "duplicate" }]);
    await processRefunds(shop.services);
    expect(refundsAtRazorpay(shop, again.razorpay_payment_id!)).toHaveLength(1);
    expect(await stateOf(db, number)).toBe("paid");
  }
});

test("a wrong, swapped or missing signature changes nothing, though the money is there", async () => {
  const { visitor, number, providerOrderId } = await buyer();
  const proof = await pay(providerOrderId);
  const {
    razorpay_payment_id: payment,
    razorpay_order_id: order,
    razorpay_signature: signature,
  } = proof as Fields & {
    [name: string]: string;
  };
  const lies: Fields[] = [
    { ...proof, razorpay_signature: signature!.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) },
    { ...proof, razorpay_signature: "" },
    { ...proof, razorpay_signature: signature!.slice(0, 63) },
    { razorpay_payment_id: payment!, razorpay_order_id: order! },
    { razorpay_order_id: order!, razorpay_signature: signature! },
    { razorpay_payment_id: payment!, razorpay_signature: signature! },
    { ...proof, razorpay_payment_id: "pay_AnotherPayment" },
    { ...proof, razorpay_payment_id: order!, razorpay_order_id: payment! },
    { ...proof, razorpay_signature: paymentSignature(order!, payment!, "another_secret") },
    { ...proof, razorpay_signature: paymentSignature(payment!, order!, shop.keySecret) },
  ];
  for (const lie of lies) {
    const { status } = await verify(visitor, { order: number, ...lie });
    expect(status, JSON.stringify(lie)).toBe(400);
    expect(await stateOf(db, number), JSON.stringify(lie)).toBe("pending_payment");
  }
});

test("the signed proof of one order is none for another", async () => {
  const cheap = await buyer();
  const dear = await buyer();
  const proof = await pay(cheap.providerOrderId);
  expect((await verify(dear.visitor, { order: dear.number, ...proof })).status).toBe(400);
  expect(await stateOf(db, dear.number)).toBe("pending_payment");
  const swapped = { ...proof, razorpay_order_id: dear.providerOrderId };
  expect((await verify(dear.visitor, { order: dear.number, ...swapped })).status).toBe(400);
  expect(await stateOf(db, dear.number)).toBe("pending_payment");
});

test("another reader's order looks like none at all", async () => {
  const mine = await buyer();
  const theirs = await buyer();
  const proof = await pay(theirs.providerOrderId);
  const none = await verify(mine.visitor, { order: "EP-0000000000", ...proof });
  expect(none).toEqual({ status: 404, body: { message: "This order does not exist." } });
  expect(await verify(mine.visitor, { order: theirs.number, ...proof })).toEqual(none);
  expect(await verify(mine.visitor, { order: theirs.number })).toEqual(none);
  expect(await verify(visit(shop), { order: theirs.number, ...proof })).toEqual(none);
  for (const order of ["", "EP-", "' or 1=1", "EP-0000000000\u0001", theirs.number.toLowerCase()]) {
    expect(await verify(mine.visitor, { order }), order).toEqual(none);
  }
  expect(await stateOf(db, theirs.number)).toBe("pending_payment");
});

test("a signed payment is not called failed because Razorpay cannot be asked", async () => {
  expectErrors();
  const { visitor, number, providerOrderId } = await buyer();
  const proof = await pay(providerOrderId);
  shop.standIn.setFault("serverError", { times: "always" });
  expect(await verify(visitor, { order: number, ...proof })).toMatchObject({
    status: 202,
    body: { state: "confirming", orderNumber: number, receipt: { arrives: null } },
  });
  shop.standIn.setFault("serverError", null);
  expect(await verify(visitor, { order: number, ...proof })).toMatchObject({ body: { state: "paid" } });
});

test("a signed payment that Razorpay does not list yet is being confirmed, not called unpaid", async () => {
  const { visitor, number, providerOrderId } = await buyer();
  const proof = await pay(providerOrderId);
  shop.wire.change = (path, answer) =>
    path.endsWith("/payments")
      ? { ...answer, items: [], count: 0 }
      : { ...answer, status: "attempted", amount_paid: 0, amount_due: answer.amount };
  expect(await verify(visitor, { order: number, ...proof })).toMatchObject({
    status: 202,
    body: { state: "confirming", orderNumber: number, receipt: { arrives: null } },
  });
  expect(await stateOf(db, number)).toBe("pending_payment");
  shop.wire.change = null;
  expect(await verify(visitor, { order: number, ...proof })).toMatchObject({ status: 200, body: { state: "paid" } });
});

test("a widget that was closed is not called a payment because Razorpay cannot be asked", async () => {
  expectErrors();
  const { visitor, number } = await buyer();
  shop.standIn.setFault("serverError", { times: "always" });
  expect(await verify(visitor, { order: number })).toEqual({
    status: 503,
    body: { message: expect.stringContaining("We cannot check with the bank at the moment") },
  });
  shop.standIn.setFault("serverError", null);
  expect(await verify(visitor, { order: number })).toMatchObject({ status: 200, body: { state: "unpaid" } });
});

test("money that came for a cancelled order is not called paid: its page tells where it goes", async () => {
  const { visitor, number, providerOrderId } = await buyer();
  await visitor.fetch(`/orders/${number}`, { method: "POST", body: form({ intent: "cancel-order" }) });
  const proof = await pay(providerOrderId);
  expect(await verify(visitor, { order: number, ...proof })).toEqual({
    status: 200,
    body: { state: "review", orderNumber: number, receipt: null },
  });
  const page = await (await visitor.fetch(`/orders/${number}`)).text();
  expect(page).toContain("Your payment came after the order had been cancelled");
  await processRefunds(shop.services);
});

test("a payment made smaller by an offer goes back, and the order's page shows the way to pay again", async () => {
  const { visitor, number, providerOrderId } = await buyer();
  shop.standIn.setFault("offer", {});
  const proof = await pay(providerOrderId);
  expect((await verify(visitor, { order: number, ...proof })).body.state).toBe("review");
  const page = await (await visitor.fetch(`/orders/${number}`)).text();
  expect(page).toContain("so we refund it in full. Please pay again, without an offer");
  expect(page).toContain("Continue to payment");
  await processRefunds(shop.services);

  const response = await visitor.fetch("/checkout", {
    method: "POST",
    body: form(delivery),
    headers: { accept: "application/json" },
  });
  const { orderNumber, options } = await response.json();
  expect(options.order_id).not.toBe(providerOrderId);
  const again = await pay(options.order_id);
  expect((await verify(visitor, { order: orderNumber, ...again })).body.state).toBe("paid");
});

test("while the bank's last word is awaited the order's page asks for no second payment", async () => {
  const { visitor, number, providerOrderId } = await buyer();
  shop.standIn.setFault("authorizedOnly", true);
  const proof = await pay(providerOrderId);
  shop.standIn.setFault("authorizedOnly", null);
  expect((await verify(visitor, { order: number, ...proof })).body.state).toBe("confirming");
  const page = await (await visitor.fetch(`/orders/${number}`)).text();
  expect(page).toContain("Your bank has approved the payment. We are waiting for its final confirmation");
  expect(page).not.toContain("Continue to payment");
});

test("Razorpay's own page may bring the reader back, without cookies and from another site", async () => {
  const { number, providerOrderId } = await buyer();
  const proof = await pay(providerOrderId);
  const response = await shop.fetch("/payments/return", {
    method: "POST",
    body: form(proof),
    headers: { "sec-fetch-site": "cross-site", origin: "https://api.razorpay.com" },
  });
  expect([response.status, response.headers.get("location")]).toEqual([303, `/payments/return?${form(proof)}`]);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await stateOf(db, number)).toBe("paid");
});

test("a return leads to the order also while Razorpay cannot be asked, and the webhook settles it later", async () => {
  expectErrors();
  const { number, providerOrderId } = await buyer();
  const proof = await pay(providerOrderId);
  shop.standIn.setFault("serverError", { times: "always" });
  const response = await shop.fetch("/payments/return", { method: "POST", body: form(proof) });
  expect([response.status, response.headers.get("location")]).toEqual([303, `/payments/return?${form(proof)}`]);
  expect(await (await shop.fetch(response.headers.get("location")!)).text()).toContain("Your bank has approved");
  expect(await stateOf(db, number)).toBe("pending_payment");
  shop.standIn.setFault("serverError", null);
  for (const event of deliveriesOf(shop, providerOrderId)) await post(event);
  await processWebhooks(shop.services);
  expect(await stateOf(db, number)).toBe("paid");
});

test("a return that proves nothing leads to the cart and changes nothing", async () => {
  const { number, providerOrderId } = await buyer();
  const proof = await pay(providerOrderId);
  const lies: Fields[] = [
    {},
    { ...proof, razorpay_signature: "0".repeat(64) },
    { ...proof, razorpay_payment_id: "pay_AnotherPayment" },
    { razorpay_order_id: providerOrderId },
    { razorpay_order_id: "\u0001", razorpay_payment_id: "\u0001", razorpay_signature: "\u0001" },
    { "error[code]": "BAD_REQUEST_ERROR", "error[description]": "Payment failed" },
  ];
  for (const lie of lies) {
    const response = await shop.fetch("/payments/return", { method: "POST", body: form(lie) });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/cart"]);
    expect(response.headers.getSetCookie()[0]).toMatch(/^flash=cart\.payment-failed;/);
    expect(await stateOf(db, number)).toBe("pending_payment");
  }
  expect((await shop.fetch(`/payments/return?${form(lies[1]!)}`)).headers.get("location")).toBe("/cart");
  expect(await stateOf(db, number)).toBe("pending_payment");
  expect((await shop.fetch(`/payments/return?${form(proof)}`)).status).toBe(200);
  expect(await stateOf(db, number)).toBe("paid");
});

test("a return sent again and again, by whomever, leads to the order and asks Razorpay no more", async () => {
  const { number, providerOrderId } = await buyer();
  const proof = await pay(providerOrderId);
  let asked = 0;
  shop.wire.change = (_path, answer) => ((asked += 1), answer);
  const send = () => shop.fetch("/payments/return", { method: "POST", body: form(proof) });
  await send();
  const once = asked;
  for (let times = 0; times < 20; times += 1)
    expect((await send()).headers.get("location")).toBe(`/payments/return?${form(proof)}`);
  shop.wire.change = null;
  expect([once > 0, asked]).toEqual([true, once]);
  expect(await stateOf(db, number)).toBe("paid");
});

test("a return of an order that is none of ours, though signed, leads to the cart", async () => {
  const proof = {
    razorpay_order_id: "order_ofSomebodyElse",
    razorpay_payment_id: "pay_ofSomebodyElse",
    razorpay_signature: paymentSignature("order_ofSomebodyElse", "pay_ofSomebodyElse", shop.keySecret),
  };
  const response = await shop.fetch("/payments/return", { method: "POST", body: form(proof) });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/cart"]);
  expect(response.headers.getSetCookie()[0]).toMatch(/^flash=cart\.payment-failed;/);
});

test("when the browser never comes back the webhook settles the order", async () => {
  const { number, providerOrderId } = await buyer();
  await pay(providerOrderId);
  for (const event of deliveriesOf(shop, providerOrderId)) {
    const response = await post(event);
    expect([response.status, await response.text()]).toEqual([200, "ok"]);
  }
  expect(await stateOf(db, number)).toBe("pending_payment");
  await processWebhooks(shop.services);
  expect(await stateOf(db, number)).toBe("paid");
});

test("the same event sent again and again, under any id, is taken and has no effect", async () => {
  const { number, providerOrderId } = await buyer();
  await pay(providerOrderId);
  const event = deliveriesOf(shop, providerOrderId).at(-1)!;
  await post(event);
  await processWebhooks(shop.services);
  expect(await stateOf(db, number)).toBe("paid");
  const before = await events();
  for (let again = 0; again < 20; again += 1) {
    expect((await post({ ...event, eventId: `evt_${again}` })).status).toBe(200);
  }
  expect(await events()).toBe(before);
});

test("an event that is not signed by Razorpay is refused and leaves nothing", async () => {
  const { number, providerOrderId } = await buyer();
  await pay(providerOrderId);
  const event = deliveriesOf(shop, providerOrderId).at(-1)!;
  const before = await events();
  const forgeries: SignedWebhook[] = [
    { ...event, signature: "" },
    { ...event, signature: "0".repeat(64) },
    { ...event, body: Buffer.concat([event.body, Buffer.from("\n")]) },
    { ...event, body: Buffer.alloc(0) },
  ];
  for (const forgery of forgeries) {
    const response = await post(forgery);
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  expect(await events()).toBe(before);
  expect(await stateOf(db, number)).toBe("pending_payment");
});

test("an event for another shop is taken with thanks, so that our webhook is never switched off", async () => {
  const foreign = sign(
    '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_x","order_id":"order_ofSomebodyElse"}}}}',
  );
  expect((await post(foreign)).status).toBe(200);
  expect((await post(sign("no json at all"))).status).toBe(200);
  expect((await shop.fetch("/webhooks/razorpay")).status).toBeGreaterThanOrEqual(400);
});
