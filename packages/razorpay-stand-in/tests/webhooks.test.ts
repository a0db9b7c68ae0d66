/** Tests of webhooks: signatures, retries, secrets, restarts, and faults of the delivery. */
import { expect, test } from "vitest";
import { callApi, type Mount, payByCard } from "#razorpay-stand-in/drive.ts";
import { createRazorpayStandIn, type RazorpayStandInOptions } from "#razorpay-stand-in/razorpay.ts";
import { webhookSignature } from "#razorpay-stand-in/signature.ts";
import { retryWaitSeconds } from "#razorpay-stand-in/webhook-ladder.ts";

type Received = { id: string; event: string; body: any; raw: string; headers: Headers };

/** A shop that answers webhooks with the given statuses in turn, repeating the last. */
function openShop(
  options: Partial<RazorpayStandInOptions> = {},
  statuses: number[] = [200],
): { mount: Mount; received: Received[] } {
  const received: Received[] = [];
  async function listen(_url: unknown, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const raw = String(init.body);
    const body = JSON.parse(raw);
    received.push({ id: headers.get("x-razorpay-event-id") ?? "", event: body.event, body, raw, headers });
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    if (status === 0)
      await new Promise((_wake, fail) => init.signal?.addEventListener("abort", () => fail(new Error("timeout"))));
    return new Response("", { status });
  }
  const keys = { keyId: "rzp_test_shop", keySecret: "sandbox_secret" };
  const standIn = createRazorpayStandIn({
    ...keys,
    basePath: "",
    publicOrigin: "http://pay.test",
    webhook: { url: "http://shop.test/webhooks/razorpay", secret: "whsec_sandbox" },
    webhookDelayFactor: 0.000001,
    fetch: listen as typeof fetch,
    ...options,
  });
  return { mount: { standIn, origin: "http://pay.test", basePath: "", ...keys }, received };
}

async function buy(mount: Mount, card = "4100280000001007", choice: "success" | "failure" = "success") {
  const order = await callApi(mount, "POST /orders", { amount: 79900, currency: "INR" });
  const { body } = await payByCard(mount, { orderId: order.body.id, card, choice });
  return { orderId: order.body.id as string, paymentId: body.razorpay_payment_id as string };
}

test("a success sends three separate signed events with ids of their own", async () => {
  const { mount, received } = openShop();
  const { orderId, paymentId } = await buy(mount);
  await mount.standIn.settled();
  expect(received.map(({ event }) => event)).toEqual(["payment.authorized", "payment.captured", "order.paid"]);
  expect(new Set(received.map(({ id }) => id)).size).toBe(3);
  for (const { headers, raw, id } of received) {
    expect(headers.get("x-razorpay-signature")).toBe(webhookSignature(raw, "whsec_sandbox"));
    expect(headers.get("user-agent")).toBe("Razorpay-Webhook/v1");
    expect(id).toMatch(/^[A-Za-z0-9]{14}$/);
  }
  expect(received[0]?.body.payload.payment.entity).toMatchObject({
    id: paymentId,
    status: "authorized",
    card: { last4: "1007" },
  });
  expect(received[2]?.body).toMatchObject({
    entity: "event",
    account_id: "acc_SandboxBooks01",
    contains: ["payment", "order"],
    payload: { payment: { entity: { status: "captured" } }, order: { entity: { id: orderId, status: "paid" } } },
  });
});

test("failures and refunds have their events; a refund by Razorpay itself says captured: false", async () => {
  const { mount, received } = openShop();
  const { paymentId } = await buy(mount);
  await callApi(mount, `POST /payments/${paymentId}/refund`, { amount: 500 });
  await buy(mount, "4100280000060003", "failure");
  mount.standIn.setFault("secondSuccess", true);
  await buy(mount);
  await mount.standIn.settled();
  const names = received.map(({ event }) => event);
  expect(names.slice(3)).toEqual([
    "refund.created",
    "refund.processed",
    "payment.failed",
    "payment.authorized",
    "payment.captured",
    "order.paid",
    "payment.authorized",
    "refund.created",
    "refund.processed",
  ]);
  expect(received[3]?.body.contains).toEqual(["refund", "payment"]);
  expect(received[3]?.body.payload.payment.entity.captured).toBe(true);
  expect(received[10]?.body.payload.payment.entity.captured).toBe(false);
});

test("anything but 2xx is tried again with the same id and body", async () => {
  const { mount, received } = openShop({}, [500, 302, 404, 200]);
  mount.standIn.setFault("authorizedOnly", true);
  await buy(mount);
  await mount.standIn.settled();
  expect(received).toHaveLength(4);
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  expect(new Set(received.map(({ raw }) => raw)).size).toBe(1);
  const [event] = mount.standIn.ledger().events;
  expect(event?.state).toBe("delivered");
  expect(event?.deliveries.map(({ status }) => status)).toEqual([500, 302, 404, 200]);
});

test("what waits for its next try is delivered at once when somebody asks for that", async () => {
  // The second attempt would be an hour later.
  const { mount, received } = openShop({ webhookDelayFactor: 16_000 }, [500, 200]);
  mount.standIn.setFault("authorizedOnly", true);
  await buy(mount);
  await expect.poll(() => mount.standIn.ledger().deliveries).toHaveLength(1);
  expect(mount.standIn.traffic().underWay).toBe(1);
  await expect
    .poll(() => {
      mount.standIn.hurry();
      return mount.standIn.traffic().underWay;
    })
    .toBe(0);
  expect(received.map(({ event }) => event)).toEqual(["payment.authorized", "payment.authorized"]);
  expect(mount.standIn.ledger().events[0]?.state).toBe("delivered");
});

test("a shop that does not answer in time has failed to answer", async () => {
  const { mount } = openShop({ webhookTimeoutMilliseconds: 10 }, [0, 200]);
  mount.standIn.setFault("authorizedOnly", true);
  await buy(mount);
  await mount.standIn.settled();
  expect(mount.standIn.ledger().deliveries.map(({ status }) => status)).toEqual([null, 200]);
});

test("after sixteen failures and a day the webhook is switched off until it is configured again", async () => {
  const { mount, received } = openShop({}, [500]);
  mount.standIn.setFault("authorizedOnly", { times: "always" });
  await buy(mount);
  await mount.standIn.settled();
  expect(received).toHaveLength(16);
  expect(mount.standIn.ledger().events[0]?.state).toBe("given-up");
  await buy(mount);
  await mount.standIn.settled();
  expect(received).toHaveLength(16);
  expect(mount.standIn.ledger().events[1]?.state).toBe("unsent");
  mount.standIn.configureWebhook({ url: "http://shop.test/webhooks/razorpay", secret: "whsec_new" });
  await buy(mount);
  await expect.poll(() => received.length).toBeGreaterThan(16);
  mount.standIn.close();
});

test("retries of an event keep the secret it was born with; new events use the new one", async () => {
  const { mount, received } = openShop({ webhookDelayFactor: 0.05 }, [500, 200]);
  mount.standIn.setFault("authorizedOnly", { times: "always" });
  await buy(mount);
  await expect.poll(() => received.length).toBe(1);
  mount.standIn.configureWebhook({ url: "http://shop.test/w", secret: "whsec_new", previousSecret: "whsec_sandbox" });
  await buy(mount);
  await mount.standIn.settled();
  const secretOf = ({ raw, headers }: Received) =>
    ["whsec_sandbox", "whsec_new"].find(
      (secret) => webhookSignature(raw, secret) === headers.get("x-razorpay-signature"),
    );
  expect(received.map(secretOf).toSorted()).toEqual(["whsec_new", "whsec_sandbox", "whsec_sandbox"]);
});

test("a delivery interrupted by a restart is taken up again", async () => {
  const { mkdtempSync } = await import("node:fs");
  const file = `${mkdtempSync("/tmp/razorpay-")}/ledger.json`;
  const before = openShop({ file, webhookDelayFactor: 1 }, [500]);
  before.mount.standIn.setFault("authorizedOnly", true);
  await buy(before.mount);
  await expect.poll(() => before.received.length).toBe(1);
  before.mount.standIn.close();
  const after = openShop({ file });
  await after.mount.standIn.settled();
  expect(after.received.map(({ id }) => id)).toEqual([before.received[0]?.id]);
});

test("webhooks are dropped, doubled, turned round and held back on demand", async () => {
  const { mount, received } = openShop();
  mount.standIn.setFault("webhookDrop", { event: "payment.captured" });
  await buy(mount);
  await mount.standIn.settled();
  expect(received.splice(0).map(({ event }) => event)).toEqual(["payment.authorized", "order.paid"]);

  mount.standIn.setFault("webhookDuplicate", { event: "order.paid", copies: 2 });
  await buy(mount);
  await mount.standIn.settled();
  const doubled = received.splice(0).filter(({ event }) => event === "order.paid");
  expect(doubled).toHaveLength(3);
  expect(new Set(doubled.map(({ id }) => id)).size).toBe(1);

  mount.standIn.setFault("webhookReorder", true);
  await buy(mount);
  await mount.standIn.settled();
  expect(received.splice(0).map(({ event }) => event)).toEqual([
    "order.paid",
    "payment.captured",
    "payment.authorized",
  ]);

  mount.standIn.setFault("webhookDelay", { event: "payment.authorized", seconds: 0.03 });
  await buy(mount);
  await mount.standIn.settled();
  expect(received.splice(0).map(({ event }) => event)).toEqual([
    "payment.captured",
    "order.paid",
    "payment.authorized",
  ]);
});

test("the retry ladder is the measured one: sixteen deliveries in 22.76 hours", () => {
  const waits: number[] = [];
  for (
    let wait = retryWaitSeconds("order.paid", 1);
    wait !== null;
    wait = retryWaitSeconds("order.paid", waits.length + 1)
  ) {
    waits.push(wait);
  }
  expect(waits).toHaveLength(15);
  expect(waits.slice(0, 6)).toEqual([0.23, 6, 13, 20, 43, 82]);
  expect(waits.reduce((sum, wait) => sum + wait) / 3600).toBeCloseTo(22.76, 1);
  expect(retryWaitSeconds("payment.failed", 1)).toBe(7);
});

test("an event can be signed with the secret before the rotation", async () => {
  const address = { url: "http://shop.test/w", secret: "whsec_new", previousSecret: "whsec_old" };
  const { mount, received } = openShop({ webhook: address });
  mount.standIn.setFault("webhookPreviousSecret", { event: "order.paid" });
  await buy(mount);
  await mount.standIn.settled();
  const paid = received.find(({ event }) => event === "order.paid");
  expect(paid?.headers.get("x-razorpay-signature")).toBe(webhookSignature(paid?.raw ?? "", "whsec_old"));
  expect(received[0]?.headers.get("x-razorpay-signature")).toBe(webhookSignature(received[0]?.raw ?? "", "whsec_new"));
});
