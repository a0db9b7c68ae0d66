/** Tests of the checkout: attempts, the bank page, test cards, and limits of what the frame may do. */
import { expect, test } from "vitest";
import { answerBank, beginPayment, callApi, type Mount, payByCard } from "#razorpay-stand-in/drive.ts";
import { createRazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";
import { paymentSignature } from "#razorpay-stand-in/signature.ts";
import { testCards } from "#razorpay-stand-in/test-cards.ts";

const alreadyPaid =
  "Your payment has been declined as the order is already paid. Please initiate the payment with a new order.";

function mountStandIn(now?: () => number): Mount {
  const keys = { keyId: "rzp_test_shop", keySecret: "sandbox_secret" };
  const place = { basePath: "/stand-ins/razorpay", publicOrigin: "http://shop.test" };
  return {
    standIn: createRazorpayStandIn({ ...keys, ...place, now }),
    origin: place.publicOrigin,
    basePath: place.basePath,
    ...keys,
  };
}

async function placeOrder(mount: Mount): Promise<string> {
  return (await callApi(mount, "POST /orders", { amount: 79900, currency: "INR" })).body.id;
}

async function ask(mount: Mount, path: string, body: unknown): Promise<{ status: number; body: any }> {
  const response = await mount.standIn.fetch(
    new Request(`${mount.origin}${mount.basePath}/v1/checkout/${path}`, { method: "POST", body: JSON.stringify(body) }),
  );
  return { status: response.status, body: await response.json() };
}

test("a success is signed, the payment captured and the order paid", async () => {
  const mount = mountStandIn();
  const orderId = await placeOrder(mount);
  const { body: paid } = await payByCard(mount, { orderId });
  expect(Object.keys(paid)).toEqual(["razorpay_payment_id", "razorpay_order_id", "razorpay_signature"]);
  expect(paid.razorpay_signature).toBe(paymentSignature(orderId, paid.razorpay_payment_id, "sandbox_secret"));
  const { body: order } = await callApi(mount, `GET /orders/${orderId}`);
  expect(order).toMatchObject({ status: "paid", attempts: 1, amount_paid: 79900, amount_due: 0 });
  const { body: payment } = await callApi(mount, `GET /payments/${paid.razorpay_payment_id}?expand[]=card`);
  expect(payment).toMatchObject({
    entity: "payment",
    amount: 79900,
    status: "captured",
    method: "card",
    contact: "+919000090000",
    card: { last4: "1007", network: "Visa", name: "", token_iin: null },
  });
  const listed = await callApi(mount, `GET /orders/${orderId}/payments`);
  expect(listed.body.items[0]).not.toHaveProperty("card");
});

test.each(testCards)(
  "$network $number succeeds, and on Failure fails with $onFailure",
  async ({ number, network, onFailure }) => {
    const mount = mountStandIn();
    const orderId = await placeOrder(mount);
    const failed = await payByCard(mount, { orderId, card: number, choice: "failure" });
    expect(failed.body.error.reason).toBe(onFailure);
    expect(failed.body.error.metadata.order_id).toBe(orderId);
    const { body: payment } = await callApi(mount, `GET /payments/${failed.body.error.metadata.payment_id}`);
    expect(payment).toMatchObject({ status: "failed", error_reason: onFailure, error_code: failed.body.error.code });
    expect((await callApi(mount, `GET /orders/${orderId}`)).body.status).toBe("attempted");
    await payByCard(mount, { orderId, card: number });
    expect((await callApi(mount, `GET /orders/${orderId}`)).body).toMatchObject({ status: "paid", attempts: 2 });
    expect(mount.standIn.ledger().payments.map(({ card }) => card?.network)).toEqual([network, network]);
  },
);

test("an endless e-mail address is refused as quickly as a short one", async () => {
  const mount = mountStandIn();
  const orderId = await placeOrder(mount);
  const card = { number: "4100280000001007", expiry: "12/99", cvv: "1234" };
  const cpuMsOf = async (email: string) => {
    const began = process.cpuUsage();
    const form = { key_id: mount.keyId, order_id: orderId, email, contact: "9000090000", card };
    const { body } = await ask(mount, "payments", form);
    expect(body.error.description).toBe("The email must be a valid email address.");
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
  const plainMs = await cpuMsOf("nobody");
  expect(await cpuMsOf(`a@${".".repeat(60_000)}@`)).toBeLessThan(3 * plainMs + 300);
});

test("the documented texts and codes of failures", async () => {
  const mount = mountStandIn();
  const orderId = await placeOrder(mount);
  const declined = await payByCard(mount, { orderId, card: "4100280000060003", choice: "failure" });
  expect(declined.body.error).toMatchObject({
    code: "BAD_REQUEST_ERROR",
    description:
      "Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.",
  });
  const otherCard = await payByCard(mount, { orderId, card: "4111111111111111", choice: "failure" });
  expect(otherCard.body.error).toMatchObject({ code: "GATEWAY_ERROR", reason: "gateway_technical_error" });
});

test.each([
  ["123", "failed"],
  ["1234", "captured"],
  ["1234567890", "captured"],
  ["12345678901", "failed"],
  ["", "failed"],
])("the one-time password %j ends in %s", async (otp, status) => {
  const mount = mountStandIn();
  await payByCard(mount, { orderId: await placeOrder(mount), otp });
  expect(mount.standIn.ledger().payments[0]?.status).toBe(status);
});

test("no card number is kept anywhere, nor given to anybody", async () => {
  const mount = mountStandIn();
  const number = "4100280000001007";
  const begun = await beginPayment(mount, { orderId: await placeOrder(mount), card: number });
  expect(JSON.stringify([mount.standIn.ledger(), begun.body])).not.toContain(number);
  expect(begun.body).toMatchObject({ last4: "1007", network: "Visa" });
});

test("options that differ from the order stop before the card form", async () => {
  const mount = mountStandIn();
  const order_id = await placeOrder(mount);
  const options = { key_id: mount.keyId, order_id, amount: 79900, currency: "INR" };
  expect((await ask(mount, "preferences", options)).body).toEqual({
    order_id,
    amount: 79900,
    currency: "INR",
    is_silent: false,
  });
  const text = async (change: object) =>
    (await ask(mount, "preferences", { ...options, ...change })).body.error.description;
  expect(await text({ key_id: "rzp_test_other" })).toBe("The id provided does not exist");
  expect(await text({ order_id: "order_AAAAAAAAAAAAAA" })).toBe("The id provided does not exist");
  expect(await text({ amount: 100 })).toMatch(/^Your payment amount is different from your order amount/);
  expect(await text({ currency: "USD" })).toBe("Payment currency is different from the order currency.");
});

test.each([
  [{ number: "4100280000001008" }, "You have entered an incorrect card number. Try again."],
  [{ expiry: "01/20" }, "The card has expired."],
  [{ expiry: "13/40" }, "The card has expired."],
  [{ cvv: "12" }, "The cvv is invalid."],
])("a card with %j is refused", async (change, description) => {
  const mount = mountStandIn();
  const card = { number: "4100280000001007", expiry: "12/99", cvv: "123", ...change };
  const buyer = { email: "reader@example.com", contact: "+919000090000" };
  const body = { key_id: mount.keyId, order_id: await placeOrder(mount), ...buyer, card };
  expect((await ask(mount, "payments", body)).body.error.description).toBe(description);
  expect(mount.standIn.ledger().payments).toEqual([]);
});

test("a paid order, and one with an authorised payment, take no further attempt", async () => {
  const mount = mountStandIn();
  const orderId = await placeOrder(mount);
  await payByCard(mount, { orderId });
  const refused = await payByCard(mount, { orderId });
  expect([refused.status, refused.body.error.description]).toEqual([400, alreadyPaid]);
  mount.standIn.setFault("authorizedOnly", true);
  const waiting = await placeOrder(mount);
  await payByCard(mount, { orderId: waiting });
  expect((await payByCard(mount, { orderId: waiting })).body.error.description).toBe(alreadyPaid);
});

test("two tabs at the bank: the first pays, the second is given its money back at once", async () => {
  const mount = mountStandIn();
  const orderId = await placeOrder(mount);
  const [tabA, tabB] = [await beginPayment(mount, { orderId }), await beginPayment(mount, { orderId })];
  await answerBank(mount, tabA.body);
  const late = await answerBank(mount, tabB.body);
  expect(late.body.error.description).toBe(alreadyPaid);
  expect((await callApi(mount, `GET /payments/${tabB.body.payment_id}`)).body).toMatchObject({
    status: "refunded",
    captured: false,
    refund_status: "full",
  });
});

test("asked twice, the bank page gives one answer; a stranger gets none", async () => {
  const mount = mountStandIn();
  const begun = await beginPayment(mount, { orderId: await placeOrder(mount) });
  const first = await answerBank(mount, begun.body);
  expect((await answerBank(mount, begun.body, { choice: "failure" })).body).toEqual(first.body);
  const stranger = await answerBank(mount, { ...begun.body, token: "guess" });
  expect(stranger.body.error.description).toBe("The id provided does not exist");
});

test("a buyer who leaves the bank page cancels; one who falls silent times out after ten minutes", async () => {
  let nowMs = Date.parse("2026-11-20T10:00:00Z");
  const mount = mountStandIn(() => nowMs);
  const orderId = await placeOrder(mount);
  const left = await beginPayment(mount, { orderId });
  await ask(mount, `payments/${left.body.payment_id}/cancel`, { token: left.body.token });
  const silent = await beginPayment(mount, { orderId });
  const { body: waiting } = await callApi(mount, `GET /orders/${orderId}/payments`);
  expect(waiting.items.map(({ status }: { status: string }) => status)).toEqual(["created", "failed"]);
  nowMs += 601_000;
  const { body: payments } = await callApi(mount, `GET /orders/${orderId}/payments`);
  expect(payments.items.map((payment: { error_reason: string }) => payment.error_reason)).toEqual([
    "payment_timed_out",
    "payment_cancelled",
  ]);
  expect(payments.items[0].id).toBe(silent.body.payment_id);
});

test("the script and the frame are served, the frame under its own strict policy", async () => {
  const mount = mountStandIn();
  const read = (path: string) => mount.standIn.fetch(new Request(`${mount.origin}${mount.basePath}${path}`));
  const script = await read("/v1/checkout.js");
  expect(script.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(await script.text()).toContain("window.Razorpay");
  const frame = await read("/v1/checkout/public?session=1&parent=http%3A%2F%2Fshop.test");
  const policy = frame.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/script-src 'nonce-[^']+'/);
  expect(policy).not.toContain("unsafe");
  expect(await frame.text()).toContain("Test payments: no money moves");
  expect((await read("/v1/checkout/files/../razorpay.ts")).status).not.toBe(200);
  expect((await read("/control")).status).toBe(404);
});
