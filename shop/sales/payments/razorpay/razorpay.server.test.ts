/** Tests of the Razorpay provider: signatures, requests, errors and unreadable answers. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { afterAll, expect, test, vi } from "vitest";

import { ProviderError } from "#shop/sales/payments/payment-provider.ts";
import { orderOpening } from "#tests/support/sales/paid-order.ts";
import { createRazorpay, type RazorpaySettings } from "./razorpay.server.ts";

const settings: RazorpaySettings = {
  apiBase: "http://127.0.0.1:9/v1",
  checkoutSrc: "https://checkout.razorpay.com/v1/checkout.js",
  keyId: "rzp_test_shop",
  keySecret: "sandbox_secret",
  webhookSecret: "whsec_sandbox",
};
const webhookBody = Buffer.from('{"entity":"event","account_id":"acc_SandboxBooks01","event":"order.paid"}');
const webhookProof = "c3462396b4093eaf005e7e71c070be33da96ea00da37c275a71f1f7401c38955";
const paymentProof = "baa455dc4799657617c4f10060e68c608892948e9e32671156a67dcdef492f99";

/** Test server that answers everything with this status and text, but the first `refusals` requests with status 400. */
const answers = { status: 200, text: "", refusals: 0 };
const asked: { line: string; authorization: string }[] = [];
/** The POST requests, with their idempotency keys. */
const posted: { type: string | undefined; body: unknown; key: unknown }[] = [];
const server = createServer(async (request, response) => {
  asked.push({ line: `${request.method} ${request.url}`, authorization: request.headers.authorization ?? "" });
  const body = await text(request);
  const { "content-type": type, "x-refund-idempotency": key } = request.headers;
  if (request.method === "POST") posted.push({ type, body: JSON.parse(body), key });
  const status = (answers.refusals -= 1) >= 0 ? 400 : answers.status;
  response.writeHead(status, { "content-type": "application/json", location: "/v1/moved" }).end(answers.text);
});
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
afterAll(() => void server.close());
const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

function farEndSays(status: number, text: string, refusals = 0) {
  Object.assign(answers, { status, text, refusals });
  asked.length = 0;
  posted.length = 0;
}

const prove = (orderId: string, paymentId: string, signature: string, { keySecret = settings.keySecret } = {}) => {
  const fields = new Map([
    ["razorpay_order_id", orderId],
    ["razorpay_payment_id", paymentId],
    ["razorpay_signature", signature],
  ]);
  return createRazorpay({ ...settings, keySecret }).readProof((name) => fields.get(name) ?? null);
};
const isSigned = (body: Buffer, signature: string, changed: Partial<RazorpaySettings> = {}) =>
  createRazorpay({ ...settings, ...changed }).isSignedWebhook(body, new Headers({ "x-razorpay-signature": signature }));

test("the payment signature of Razorpay's own published sample is right", () => {
  const proof = "0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f";
  const keySecret = "EnLs21M47BllR3X8PSFtjtbd";
  expect(prove("order_IEIaMR65cu6nz3", "pay_IH4NVgf4Dreq1l", proof, { keySecret })).toEqual({
    orderId: "order_IEIaMR65cu6nz3",
    paymentId: "pay_IH4NVgf4Dreq1l",
    fields: {
      razorpay_order_id: "order_IEIaMR65cu6nz3",
      razorpay_payment_id: "pay_IH4NVgf4Dreq1l",
      razorpay_signature: proof,
    },
  });
});

test("a payment signature is of one order, one payment and one key", () => {
  const [order, payment] = ["order_RB58MiP5SPFYyM", "pay_RB59KkQ2mZx8Lt"];
  expect(prove(order, payment, paymentProof)).toMatchObject({ orderId: order, paymentId: payment });
  expect(prove(order, payment, paymentProof.toUpperCase())).toMatchObject({ orderId: order, paymentId: payment });
  expect(prove(payment, order, paymentProof)).toBe("forged");
  expect(prove(order, `${payment}x`, paymentProof)).toBe("forged");
  expect(prove(order, payment, paymentProof, { keySecret: "sandbox_secret2" })).toBe("forged");
});

test("fields without a payment and a signature prove nothing, and claim nothing", () => {
  const read = (fields: Record<string, string>) => createRazorpay(settings).readProof((name) => fields[name] ?? null);
  expect(read({})).toBeNull();
  expect(read({ razorpay_order_id: "order_RB58MiP5SPFYyM" })).toBeNull();
  expect(read({ razorpay_payment_id: "pay_RB59KkQ2mZx8Lt" })).toBe("forged");
  expect(read({ razorpay_signature: paymentProof })).toBe("forged");
});

test("what is no signature at all is refused without a fuss", () => {
  const wrong = [
    "",
    "0",
    paymentProof.slice(1),
    `${paymentProof}0`,
    `${paymentProof.slice(1)}g`,
    "é".repeat(64),
    "null",
  ];
  for (const signature of wrong) {
    expect(prove("order_RB58MiP5SPFYyM", "pay_RB59KkQ2mZx8Lt", signature), signature).toBe("forged");
    expect(isSigned(webhookBody, signature), signature).toBe(false);
  }
});

test("a webhook's signature covers every byte of its body", () => {
  expect(isSigned(webhookBody, webhookProof)).toBe(true);
  const spaced = Buffer.from(`${webhookBody.toString()} `);
  expect(isSigned(spaced, webhookProof)).toBe(false);
  const latin = Buffer.from([0x7b, 0xe9, 0x7d]);
  const proof = createHmac("sha256", "whsec_sandbox").update(latin).digest("hex");
  expect(isSigned(latin, proof)).toBe(true);
});

test("after the secret was changed the one before is still good, an older one is not", () => {
  const changed = { webhookSecret: "whsec_new", previousWebhookSecret: "whsec_sandbox" };
  expect(isSigned(webhookBody, webhookProof, changed)).toBe(true);
  const twice = { webhookSecret: "whsec_newest", previousWebhookSecret: "whsec_new" };
  expect(isSigned(webhookBody, webhookProof, twice)).toBe(false);
});

test("the webhook's secret proves no payment, the key's secret no webhook", () => {
  const proof = createHmac("sha256", "sandbox_secret").update(webhookBody).digest("hex");
  expect(isSigned(webhookBody, proof)).toBe(false);
});

test("the far end is asked with the shop's keys", async () => {
  farEndSays(200, JSON.stringify({ count: 0, items: [] }));
  expect(await createRazorpay({ ...settings, apiBase }).listPayments("order_RB58MiP5SPFYyM")).toEqual([]);
  expect(asked).toEqual([
    {
      line: "GET /v1/orders/order_RB58MiP5SPFYyM/payments",
      authorization: `Basic ${Buffer.from("rzp_test_shop:sandbox_secret").toString("base64")}`,
    },
  ]);
});

test("a no is told apart from not knowing", async () => {
  const razorpay = createRazorpay({ ...settings, apiBase });
  const outcome = (status: number, text: string) => {
    farEndSays(status, text);
    return razorpay.readOrder("order_RB58MiP5SPFYyM").catch((error: unknown) => error);
  };
  const no = JSON.stringify({ error: { code: "BAD_REQUEST_ERROR", description: "The id provided does not exist" } });
  expect(await outcome(400, no)).toMatchObject({ kind: "refused", message: "The id provided does not exist" });
  for (const status of [409, 499]) expect(await outcome(status, no)).toMatchObject({ kind: "refused" });
  for (const status of [202, 401, 403, 408, 429, 500, 502, 503, 504]) {
    expect(await outcome(status, "<h1>Bad gateway</h1>"), String(status)).toMatchObject({ kind: "unreachable" });
  }
  expect(await outcome(200, "<h1>Maintenance</h1>")).toMatchObject({ kind: "unreachable" });
  expect(await outcome(200, JSON.stringify({ id: "order_RB58MiP5SPFYyM", amount: "79900" }))).toBeInstanceOf(
    ProviderError,
  );
});

test("keys that Razorpay does not take say nothing about what was asked, whatever the status", async () => {
  const razorpay = createRazorpay({ ...settings, apiBase });
  const texts = [
    "Authentication failed",
    "The api key provided is invalid",
    "The API {key/secret} provided is invalid.",
    "Expired API key",
  ];
  for (const description of texts) {
    for (const status of [400, 401]) {
      farEndSays(status, JSON.stringify({ error: { code: "BAD_REQUEST_ERROR", description } }));
      const error = await razorpay.readOrder("order_RB58MiP5SPFYyM").catch((problem: unknown) => problem);
      expect(error).toMatchObject({
        kind: "unreachable",
        message: `Razorpay rejects the shop's keys: ${description}`,
      });
    }
  }
});

const paymentRow = { id: "pay_RB59KkQ2mZx8Lt", amount: 79900, currency: "INR", status: "captured" };

test("a no that only speaks of keys in passing is a no, and so is what is told of keys with no 400", async () => {
  const razorpay = createRazorpay({ ...settings, apiBase });
  const outcome = (status: number, description: string) => {
    farEndSays(status, JSON.stringify({ error: { description } }));
    return razorpay.readOrder("order_RB58MiP5SPFYyM").catch((error: unknown) => error);
  };
  expect(await outcome(400, "The key of the refund is used: authentication failed")).toMatchObject({ kind: "refused" });
  expect(await outcome(404, "Authentication failed")).toMatchObject({ kind: "refused" });
});

test("a far end that sends the shop elsewhere is not followed, as the keys would go there", async () => {
  farEndSays(302, "{}");
  const razorpay = createRazorpay({ ...settings, apiBase });
  await expect(razorpay.readOrder("order_RB58MiP5SPFYyM")).rejects.toMatchObject({ kind: "unreachable" });
  expect(asked.map(({ line }) => line)).toEqual(["GET /v1/orders/order_RB58MiP5SPFYyM"]);
});

test("an answer may take ten seconds, that about a card two", async () => {
  const limit = vi.spyOn(AbortSignal, "timeout");
  farEndSays(400, "{}");
  const razorpay = createRazorpay({ ...settings, apiBase });
  await razorpay.readOrder("order_RB58MiP5SPFYyM").catch(() => {});
  await razorpay.readCard(paymentKey);
  expect(limit.mock.calls).toEqual([[10_000], [2000]]);
  limit.mockRestore();
});

const paymentKey = { orderId: "order_1", paymentId: "pay_1" };
const opening = orderOpening({ amountPaise: 79900, receipt: "EP-1-1", shopOrder: "EP-1" });
const orderRow = { id: "order_1", amount: 79900, amount_paid: 0, currency: "INR", status: "created" };

test("an order is opened so that money is taken by itself for twenty minutes, and late yeses wait three days", async () => {
  farEndSays(200, JSON.stringify(orderRow));
  expect(await createRazorpay({ ...settings, apiBase }).createOrder(opening)).toMatchObject({ id: "order_1" });
  expect(asked.map(({ line }) => line)).toEqual(["POST /v1/orders"]);
  const options = { automatic_expiry_period: 20, manual_expiry_period: 4320, refund_speed: "normal" };
  const payment = { capture: "automatic", capture_options: options };
  const notes = { shop_order: "EP-1" };
  const body = { amount: 79900, currency: "INR", receipt: "EP-1-1", notes, payment };
  expect(posted).toEqual([{ type: "application/json", body, key: undefined }]);
});

test("a refund is asked for with its sum, its receipt and its key, and a capture with its sum", async () => {
  const razorpay = createRazorpay({ ...settings, apiBase });
  farEndSays(200, JSON.stringify({ id: "rfnd_1", payment_id: "pay_1", amount: 100, status: "pending" }));
  await razorpay.createRefund({ ...paymentKey, amountPaise: 100, idempotencyKey: "rf_1", reason: "cancelled" });
  expect(asked.map(({ line }) => line)).toEqual(["POST /v1/payments/pay_1/refund"]);
  const refund = { amount: 100, speed: "normal", receipt: "rf_1", notes: { reason: "cancelled" } };
  expect(posted).toEqual([{ type: "application/json", body: refund, key: "rf_1" }]);
  farEndSays(200, JSON.stringify(paymentRow));
  await razorpay.capturePayment(paymentKey, 79900);
  expect(posted).toEqual([{ type: "application/json", body: { amount: 79900, currency: "INR" }, key: undefined }]);
});

test("an order that is there already is the one that was wanted only if its sum and currency are", async () => {
  const razorpay = createRazorpay({ ...settings, apiBase });
  const open = (...rows: object[]) => {
    farEndSays(200, JSON.stringify({ items: rows }), 1);
    return razorpay.createOrder(opening);
  };
  const [less, dollars] = [
    { ...orderRow, id: "order_less", amount: 79800 },
    { ...orderRow, id: "order_dollars", currency: "USD" },
  ];
  expect(await open(less, dollars, orderRow)).toMatchObject({ id: "order_1" });
  expect(asked.map(({ line }) => line)).toEqual(["POST /v1/orders", "GET /v1/orders?receipt=EP-1-1"]);
  await expect(open(less, dollars)).rejects.toMatchObject({ kind: "refused" });
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await open({ ...orderRow, amount: "a lot" }, orderRow)).toMatchObject({ id: "order_1" });
  expect(said).toHaveBeenCalledOnce();
  said.mockRestore();
});

test("a capture that is refused counts only if the payment stands captured", async () => {
  const razorpay = createRazorpay({ ...settings, apiBase });
  const capture = (status: string, refusals: number) => {
    farEndSays(200, JSON.stringify({ ...paymentRow, status }), refusals);
    return razorpay.capturePayment({ orderId: "order_1", paymentId: paymentRow.id }, 79900);
  };
  expect(await capture("captured", 1)).toMatchObject({ status: "captured" });
  await expect(capture("authorized", 1)).rejects.toMatchObject({ kind: "refused" });
  await expect(capture("captured", 2)).rejects.toMatchObject({ kind: "refused" });
});

test("one payment of a list that cannot be read says nothing about the others", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const rows = [
    { ...paymentRow, status: "pending" },
    { ...paymentRow, amount: "79900" },
    null,
    { ...paymentRow, id: "pay_2", amount: 0, card: 7, vpa: ["x"], method: null, offer_id: {}, novelty: { is: "new" } },
    { ...paymentRow, id: "pay_3", status: "x".repeat(500) },
  ];
  farEndSays(200, JSON.stringify({ entity: "collection", items: rows }));
  const read = await createRazorpay({ ...settings, apiBase }).listPayments("order_RB58MiP5SPFYyM");
  expect(read.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "pay_RB59KkQ2mZx8Lt pending",
    "pay_2 captured",
    `pay_3 ${"x".repeat(40)}`,
  ]);
  expect(read[1]).toMatchObject({ card: null, upiHandle: "", offerId: "" });
  expect(said).toHaveBeenCalledTimes(2);
  said.mockRestore();
});

test("an order and a refund in a status that nobody knows are read all the same", async () => {
  const razorpay = createRazorpay({ ...settings, apiBase });
  const order = { id: "order_RB58MiP5SPFYyM", amount: 79900, amount_paid: 0, currency: "INR", status: "on_hold" };
  farEndSays(200, JSON.stringify(order));
  expect(await razorpay.readOrder(order.id)).toMatchObject({ status: "on_hold" });
  const refund = { id: "rfnd_1", payment_id: "pay_1", amount: 100, status: "on_hold", receipt: 7 };
  farEndSays(200, JSON.stringify({ items: [refund] }));
  expect(await razorpay.listRefunds(paymentKey)).toMatchObject([
    { state: "pending", remark: 'Razorpay calls this refund "on_hold"', receipt: null },
  ]);
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  farEndSays(
    200,
    JSON.stringify({
      items: [
        { ...refund, amount: "a lot" },
        { ...refund, receipt: "rf_1" },
      ],
    }),
  );
  expect(await razorpay.findRefund(paymentKey, "rf_1")).toMatchObject({ receipt: "rf_1" });
  said.mockRestore();
});

test("a card is asked for by its own address, and a card that is not told is none", async () => {
  const razorpay = createRazorpay({ ...settings, apiBase });
  farEndSays(200, JSON.stringify({ id: "card_1", entity: "card", last4: "1007", network: "Visa" }));
  expect(await razorpay.readCard(paymentKey)).toEqual({ last4: "1007", network: "Visa" });
  expect(asked.map(({ line }) => line)).toEqual(["GET /v1/payments/pay_1/card"]);
  for (const [status, text] of [
    [400, "{}"],
    [500, "<h1>Bad gateway</h1>"],
    [200, "null"],
  ] as const) {
    farEndSays(status, text);
    expect(await razorpay.readCard(paymentKey)).toBeNull();
  }
  expect(await createRazorpay(settings).readCard(paymentKey)).toBeNull();
});

test("a far end that takes the question and never answers is given up", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve));
  const silentBase = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
  const error = await createRazorpay({ ...settings, apiBase: silentBase, answerWithinMs: 100 })
    .readOrder("order_RB58MiP5SPFYyM")
    .catch((problem: unknown) => problem);
  expect(error).toMatchObject({ kind: "unreachable", message: expect.stringContaining("did not answer") });
  silent.closeAllConnections();
  silent.close();
}, 5000);

test("a far end that is not there is not a refusal, and no secret is in what is said about it", async () => {
  const error = await createRazorpay(settings)
    .readOrder("order_RB58MiP5SPFYyM")
    .catch((problem: unknown) => problem);
  expect(error).toMatchObject({ kind: "unreachable" });
  expect(String(error)).not.toContain("sandbox_secret");
});

test("an id of the caller cannot lead to another address", async () => {
  farEndSays(400, "{}");
  await createRazorpay({ ...settings, apiBase })
    .readOrder("../payments?x=1")
    .catch(() => {});
  expect(asked[0]?.line).toBe("GET /v1/orders/..%2Fpayments%3Fx%3D1");
});
