import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, expect, test } from "vitest";

import { createRazorpay, RazorpayError, type RazorpaySettings } from "./razorpay.server.ts";

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

/** A far end that answers everything with one status and text. */
const answers = { status: 200, text: "" };
const asked: { line: string; authorization: string }[] = [];
const server = createServer((request, response) => {
  asked.push({ line: `${request.method} ${request.url}`, authorization: request.headers.authorization ?? "" });
  response.writeHead(answers.status, { "content-type": "application/json" }).end(answers.text);
});
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
afterAll(() => void server.close());
const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

function farEndSays(status: number, text: string) {
  Object.assign(answers, { status, text });
  asked.length = 0;
}

test("the payment signature of Razorpay's own published sample is right", () => {
  const razorpay = createRazorpay({ ...settings, keySecret: "EnLs21M47BllR3X8PSFtjtbd" });
  const proof = "0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f";
  expect(razorpay.isPaymentSignature("order_IEIaMR65cu6nz3", "pay_IH4NVgf4Dreq1l", proof)).toBe(true);
});

test("a payment signature is of one order, one payment and one key", () => {
  const razorpay = createRazorpay(settings);
  const [order, payment] = ["order_RB58MiP5SPFYyM", "pay_RB59KkQ2mZx8Lt"];
  expect(razorpay.isPaymentSignature(order, payment, paymentProof)).toBe(true);
  expect(razorpay.isPaymentSignature(order, payment, paymentProof.toUpperCase())).toBe(true);
  expect(razorpay.isPaymentSignature(payment, order, paymentProof)).toBe(false);
  expect(razorpay.isPaymentSignature(order, `${payment}x`, paymentProof)).toBe(false);
  const otherKey = createRazorpay({ ...settings, keySecret: "sandbox_secret2" });
  expect(otherKey.isPaymentSignature(order, payment, paymentProof)).toBe(false);
});

test("what is no signature at all is refused without a fuss", () => {
  const razorpay = createRazorpay(settings);
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
    expect(razorpay.isPaymentSignature("order_RB58MiP5SPFYyM", "pay_RB59KkQ2mZx8Lt", signature), signature).toBe(false);
    expect(razorpay.isWebhookSignature(webhookBody, signature), signature).toBe(false);
  }
});

test("a webhook's signature covers every byte of its body", () => {
  const razorpay = createRazorpay(settings);
  expect(razorpay.isWebhookSignature(webhookBody, webhookProof)).toBe(true);
  const spaced = Buffer.from(`${webhookBody.toString()} `);
  expect(razorpay.isWebhookSignature(spaced, webhookProof)).toBe(false);
  const latin = Buffer.from([0x7b, 0xe9, 0x7d]);
  const proof = createHmac("sha256", "whsec_sandbox").update(latin).digest("hex");
  expect(razorpay.isWebhookSignature(latin, proof)).toBe(true);
});

test("after the secret was changed the one before is still good, an older one is not", () => {
  const changed = { ...settings, webhookSecret: "whsec_new", previousWebhookSecret: "whsec_sandbox" };
  expect(createRazorpay(changed).isWebhookSignature(webhookBody, webhookProof)).toBe(true);
  const twice = { ...settings, webhookSecret: "whsec_newest", previousWebhookSecret: "whsec_new" };
  expect(createRazorpay(twice).isWebhookSignature(webhookBody, webhookProof)).toBe(false);
});

test("the webhook's secret proves no payment, the key's secret no webhook", () => {
  const razorpay = createRazorpay(settings);
  const proof = createHmac("sha256", "sandbox_secret").update(webhookBody).digest("hex");
  expect(razorpay.isWebhookSignature(webhookBody, proof)).toBe(false);
});

test("the far end is asked with the shop's keys", async () => {
  farEndSays(200, JSON.stringify({ count: 0, items: [] }));
  expect(await createRazorpay({ ...settings, apiBase }).listPayments("order_RB58MiP5SPFYyM")).toEqual([]);
  expect(asked).toEqual([
    {
      line: "GET /v1/orders/order_RB58MiP5SPFYyM/payments?expand[]=card",
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
  expect(await outcome(409, no)).toMatchObject({ kind: "refused" });
  for (const status of [401, 403, 408, 429, 500, 502, 503, 504]) {
    expect(await outcome(status, "<h1>Bad gateway</h1>"), String(status)).toMatchObject({ kind: "unreachable" });
  }
  expect(await outcome(200, "<h1>Maintenance</h1>")).toMatchObject({ kind: "unreachable" });
  expect(await outcome(200, JSON.stringify({ id: "order_RB58MiP5SPFYyM", amount: "79900" }))).toBeInstanceOf(
    RazorpayError,
  );
});

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
