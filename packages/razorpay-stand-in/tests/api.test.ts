/** Tests of the stand-in's REST API: orders, payments, refunds, errors, and idempotency keys. */
import { expect, test } from "vitest";
import { callApi, type Mount, payByCard } from "#razorpay-stand-in/drive.ts";
import { createRazorpayStandIn, type RazorpayStandInOptions } from "#razorpay-stand-in/razorpay.ts";
import { paymentSignature, webhookSignature } from "#razorpay-stand-in/signature.ts";

const book = { amount: 79900, currency: "INR" };

function mountStandIn(options: Partial<RazorpayStandInOptions> = {}): Mount {
  const keys = { keyId: "rzp_test_shop", keySecret: "sandbox_secret" };
  const place = { basePath: "/stand-ins/razorpay", publicOrigin: "http://shop.test" };
  const standIn = createRazorpayStandIn({ ...keys, ...place, seed: 1, ...options });
  return { standIn, origin: place.publicOrigin, basePath: place.basePath, ...keys };
}

async function placePaidOrder(mount: Mount, amount = 79900): Promise<{ orderId: string; paymentId: string }> {
  const order = await callApi(mount, "POST /orders", { ...book, amount });
  const paid = await payByCard(mount, { orderId: order.body.id });
  return { orderId: order.body.id, paymentId: paid.body.razorpay_payment_id };
}

test("the published signature vectors come out", () => {
  expect(paymentSignature("order_IEIaMR65cu6nz3", "pay_IH4NVgf4Dreq1l", "EnLs21M47BllR3X8PSFtjtbd")).toBe(
    "0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f",
  );
  expect(paymentSignature("order_RB58MiP5SPFYyM", "pay_RB59KkQ2mZx8Lt", "sandbox_secret")).toBe(
    "baa455dc4799657617c4f10060e68c608892948e9e32671156a67dcdef492f99",
  );
  const body = '{"entity":"event","account_id":"acc_SandboxBooks01","event":"order.paid"}';
  expect(webhookSignature(body, "whsec_sandbox")).toBe(
    "c3462396b4093eaf005e7e71c070be33da96ea00da37c275a71f1f7401c38955",
  );
});

test("a new order has Razorpay's fields, and no notes are written as a list", async () => {
  const mount = mountStandIn({ now: () => 1_756_455_561_000 });
  const { status, body, headers } = await callApi(mount, "POST /orders", { ...book, receipt: "bk_1" });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
    entity: "order",
    amount: 79900,
    amount_paid: 0,
    amount_due: 79900,
    currency: "INR",
    receipt: "bk_1",
    offer_id: null,
    status: "created",
    attempts: 0,
    notes: [],
    created_at: 1_756_455_561,
  });
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

test("notes are an object when filled, and PATCH replaces them and nothing else", async () => {
  const mount = mountStandIn();
  const { body: order } = await callApi(mount, "POST /orders", { ...book, notes: { shop_order: "1" } });
  expect(order.notes).toEqual({ shop_order: "1" });
  const patched = await callApi(mount, `PATCH /orders/${order.id}`, { notes: { shop_order: "2" } });
  expect(patched.body.notes).toEqual({ shop_order: "2" });
  const refused = await callApi(mount, `PATCH /orders/${order.id}`, { amount: 100 });
  expect(refused.body.error.description).toBe("amount is/are not required and should not be sent");
  expect(refused.body.error.reason).toBe("extra_field_sent");
});

test.each([
  [{ currency: "INR" }, "amount: is required.", "amount"],
  [{ ...book, amount: 99 }, "The amount must be at least INR 1.00", "amount"],
  [{ ...book, amount: 100.5 }, "The amount must be an integer.", "amount"],
  [{ ...book, amount: "799.00" }, "The amount must be an integer.", "amount"],
  [{ ...book, amount: 9_900_000_000 }, "Amount exceeds maximum amount allowed.", "amount"],
  [{ amount: 100, currency: "XYZ" }, "Currency is not supported", "currency"],
  [{ ...book, partial_payment: true }, "This stand-in takes orders in one payment only.", "partial_payment"],
  [{ amount: 100, currency: 1 }, "expected string but provided 1", "currency"],
  [{ ...book, receipt: "r".repeat(41) }, "The receipt may not be greater than 40 characters.", "receipt"],
  [
    { ...book, notes: Object.fromEntries(Array.from({ length: 16 }, (_, place) => [`n${place}`, "x"])) },
    "Number of fields in notes should be less than or equal to 15",
    "notes",
  ],
  [{ ...book, notes: { long: "x".repeat(257) } }, "Notes should not exceed 256 characters.", "notes"],
])("an order of %j is refused", async (body, description, field) => {
  const refused = await callApi(mountStandIn(), "POST /orders", body);
  expect(refused.status).toBe(400);
  expect(refused.body.error).toEqual({
    code: "BAD_REQUEST_ERROR",
    description,
    source: "business",
    step: "payment_initiation",
    reason: "input_validation_failed",
    metadata: {},
    field,
  });
});

test("an unknown field, a wrong key, an unknown id, a malformed id and an unknown address have the documented answers", async () => {
  const mount = mountStandIn();
  const extra = await callApi(mount, "POST /orders", { ...book, transfers: [] });
  expect(extra.body.error.description).toBe("transfers is/are not required and should not be sent");
  const stranger = await callApi({ ...mount, keySecret: "guess" }, "GET /orders");
  expect([stranger.status, stranger.body]).toEqual([
    400,
    { error: { code: "BAD_REQUEST_ERROR", description: "Authentication failed" } },
  ]);
  const lowerCase = await callApi(mount, "GET /orders", undefined, { authorization: "basic x" });
  expect(lowerCase.status).toBe(400);
  const unknown = await callApi(mount, "GET /orders/order_AAAAAAAAAAAAAA");
  expect([unknown.status, unknown.body.error.description]).toEqual([400, "The id provided does not exist"]);
  const malformed = await callApi(mount, "GET /payments/pay_1");
  expect([malformed.status, malformed.body.error.description]).toEqual([400, "pay_1 is not a valid id"]);
  const nowhere = await callApi(mount, "DELETE /orders/order_AAAAAAAAAAAAAA");
  expect([nowhere.status, nowhere.body.error]).toEqual([
    400,
    {
      code: "BAD_REQUEST_ERROR",
      description: "The requested URL was not found on the server.",
      source: "NA",
      step: "NA",
      reason: "NA",
      metadata: {},
    },
  ]);
});

test("a reused receipt is refused, answered with the first order, or allowed, as the mode says", async () => {
  const body = { ...book, receipt: "bk_1" };
  const strict = mountStandIn();
  await callApi(strict, "POST /orders", body);
  const refused = await callApi(strict, "POST /orders", body);
  expect([refused.status, refused.body.error.description]).toEqual([400, "Order receipt should be unique."]);
  const found = await callApi(strict, "GET /orders?receipt=bk_1");
  expect(found.body.count).toBe(1);

  const same = mountStandIn({ receiptMode: "same" });
  const first = await callApi(same, "POST /orders", body);
  expect((await callApi(same, "POST /orders", body)).body).toEqual(first.body);

  const loose = mountStandIn({ receiptMode: "loose" });
  await callApi(loose, "POST /orders", body);
  await callApi(loose, "POST /orders", body);
  expect((await callApi(loose, "GET /orders?receipt=bk_1")).body.count).toBe(2);
});

test("lists are newest first and obey count, skip, from and to", async () => {
  let nowMs = 1_000_000;
  const mount = mountStandIn({ now: () => nowMs });
  for (let amount = 101; amount <= 112; amount += 1) {
    await callApi(mount, "POST /orders", { ...book, amount });
    nowMs += 1000;
  }
  const amounts = async (query: string): Promise<number[]> =>
    (await callApi(mount, `GET /orders${query}`)).body.items.map((order: { amount: number }) => order.amount);
  expect(await amounts("")).toEqual([112, 111, 110, 109, 108, 107, 106, 105, 104, 103]);
  expect(await amounts("?count=2&skip=3")).toEqual([109, 108]);
  expect(await amounts("?from=1001&to=1003")).toEqual([104, 103, 102]);
  expect((await callApi(mount, "GET /orders?count=101")).status).toBe(400);
});

test("an order older than 180 days is not read", async () => {
  let nowMs = 0;
  const mount = mountStandIn({ now: () => nowMs });
  const { body: order } = await callApi(mount, "POST /orders", book);
  nowMs = 181 * 86_400_000;
  const refused = await callApi(mount, `GET /orders/${order.id}`);
  expect(refused.body.error.description).toBe("Order older than 180 days, please use reports.");
});

test("the same seed gives the same ids, and the ledger file survives a restart", async () => {
  const { mkdtempSync } = await import("node:fs");
  const file = `${mkdtempSync("/tmp/razorpay-")}/ledger.json`;
  const first = mountStandIn({ file });
  const { orderId } = await placePaidOrder(first);
  first.standIn.close();
  const second = mountStandIn({ file });
  expect((await callApi(second, `GET /orders/${orderId}`)).body.status).toBe("paid");
  const next = await callApi(second, "POST /orders", book);
  expect(next.body.id).not.toBe(orderId);
  expect((await placePaidOrder(mountStandIn())).orderId).toBe(orderId);
  second.standIn.reset();
  expect(second.standIn.ledger().orders).toEqual([]);
});

test("a manual order waits for capture, which takes exactly the authorised sum, once", async () => {
  const mount = mountStandIn();
  const { body: order } = await callApi(mount, "POST /orders", { ...book, payment: { capture: "manual" } });
  const paid = await payByCard(mount, { orderId: order.id });
  const path = `/payments/${paid.body.razorpay_payment_id}`;
  expect((await callApi(mount, `GET ${path}`)).body).toMatchObject({
    status: "authorized",
    captured: false,
    fee: null,
  });
  expect((await callApi(mount, `GET /orders/${order.id}`)).body.status).toBe("attempted");
  const wrong = await callApi(mount, `POST ${path}/capture`, { amount: 100, currency: "INR" });
  expect([wrong.status, wrong.body.error.description]).toEqual([
    400,
    "Capture amount must be equal to the amount authorized",
  ]);
  const captured = await callApi(mount, `POST ${path}/capture`, book);
  expect(captured.body).toMatchObject({ status: "captured", captured: true, fee: 1886, tax: 288 });
  expect((await callApi(mount, `GET /orders/${order.id}`)).body).toMatchObject({ status: "paid", amount_due: 0 });
  const again = await callApi(mount, `POST ${path}/capture`, book);
  expect(again.body.error.description).toBe("This payment has already been captured");
});

test("an authorisation nobody captures is given back after the manual window", async () => {
  let nowMs = 1_000_000;
  const mount = mountStandIn({ now: () => nowMs });
  const { body: order } = await callApi(mount, "POST /orders", { ...book, payment: { capture: "manual" } });
  const paid = await payByCard(mount, { orderId: order.id });
  nowMs += 6 * 86_400_000;
  const payment = await callApi(mount, `GET /payments/${paid.body.razorpay_payment_id}`);
  expect(payment.body).toMatchObject({ status: "refunded", captured: false, refund_status: "full" });
});

test("partial refunds add up to the captured sum; the order stays paid", async () => {
  const mount = mountStandIn();
  const { orderId, paymentId } = await placePaidOrder(mount);
  const refund = (body?: unknown) => callApi(mount, `POST /payments/${paymentId}/refund`, body);
  expect((await refund({ amount: 99 })).body.error.description).toBe("The amount must be at least INR 1.00");
  const part = await refund({ amount: 29900, receipt: "rf_1", notes: { reason: "out_of_stock" } });
  expect(part.body).toMatchObject({
    entity: "refund",
    amount: 29900,
    payment_id: paymentId,
    status: "processed",
    receipt: "rf_1",
  });
  expect((await callApi(mount, `GET /payments/${paymentId}`)).body).toMatchObject({
    status: "captured",
    refund_status: "partial",
    amount_refunded: 29900,
  });
  const tooMuch = await refund({ amount: 50001 });
  expect(tooMuch.body.error.description).toBe("The refund amount provided is greater than amount captured.");
  expect((await refund()).body.amount).toBe(50000);
  expect((await callApi(mount, `GET /payments/${paymentId}`)).body).toMatchObject({
    status: "refunded",
    refund_status: "full",
  });
  expect((await refund({ amount: 100 })).body.error.description).toBe("The payment has been fully refunded already.");
  expect((await callApi(mount, `GET /orders/${orderId}`)).body.status).toBe("paid");
});

test("refunds are read in all four ways and their notes changed", async () => {
  const mount = mountStandIn();
  const { paymentId } = await placePaidOrder(mount);
  const { body: made } = await callApi(mount, `POST /payments/${paymentId}/refund`, { amount: 100 });
  expect((await callApi(mount, `GET /refunds/${made.id}`)).body).toEqual(made);
  expect((await callApi(mount, "GET /refunds")).body.items).toEqual([made]);
  expect((await callApi(mount, `GET /payments/${paymentId}/refunds`)).body.items).toEqual([made]);
  expect((await callApi(mount, `GET /payments/${paymentId}/refunds/${made.id}`)).body).toEqual(made);
  const patched = await callApi(mount, `PATCH /refunds/${made.id}`, { notes: { why: "torn" } });
  expect(patched.body.notes).toEqual({ why: "torn" });
});

test("a refund key gives the first answer again, and refuses another request", async () => {
  const mount = mountStandIn();
  const { paymentId } = await placePaidOrder(mount);
  const refund = (key: string, amount: number) =>
    callApi(mount, `POST /payments/${paymentId}/refund`, { amount }, { "x-refund-idempotency": key });
  const first = await refund("rf_0000001", 1000);
  expect((await refund("rf_0000001", 1000)).body).toEqual(first.body);
  const other = await refund("rf_0000001", 2000);
  expect([other.status, other.body.error.description]).toEqual([
    409,
    "Different request with the same idempotency key has already been processed.",
  ]);
  expect((await refund("short", 1000)).body.error.description).toBe(
    "The idempotency key must be at least 10 characters long.",
  );
  expect((await refund("rf 0000001", 1000)).body.error.description).toBe(
    "The idempotency key must only contain alphanumeric characters, underscores and hyphens.",
  );
  expect(mount.standIn.ledger().refunds).toHaveLength(1);
});

test("while a refund is still being answered its key is in progress", async () => {
  const mount = mountStandIn();
  const { paymentId } = await placePaidOrder(mount);
  mount.standIn.setFault("slowAnswer", { milliseconds: 30 });
  const refund = () =>
    callApi(mount, `POST /payments/${paymentId}/refund`, { amount: 1000 }, { "x-refund-idempotency": "rf_0000001" });
  const [first, second] = await Promise.all([refund(), refund()]);
  expect(first.status).toBe(200);
  expect([second.status, second.body.error.description]).toEqual([
    409,
    "Another request with the same idempotency key is still in progress.",
  ]);
  expect((await refund()).body).toEqual(first.body);
});

test("a refund of 2468 paise fails and the payment gets the sum back", async () => {
  const mount = mountStandIn();
  const { paymentId } = await placePaidOrder(mount, 2468);
  const { body: made } = await callApi(mount, `POST /payments/${paymentId}/refund`, {});
  expect(made.status).toBe("pending");
  await mount.standIn.settled();
  expect((await callApi(mount, `GET /refunds/${made.id}`)).body.status).toBe("failed");
  expect((await callApi(mount, `GET /payments/${paymentId}`)).body).toMatchObject({
    status: "captured",
    amount_refunded: 0,
    refund_status: null,
  });
});
