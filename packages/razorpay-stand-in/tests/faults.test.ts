/** Tests of the faults and the control page. */
import { expect, test } from "vitest";
import { callApi, type Mount, payByCard } from "#razorpay-stand-in/drive.ts";
import { createRazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";

const book = { amount: 79900, currency: "INR" };

function mountStandIn(): Mount {
  const keys = { keyId: "rzp_test_shop", keySecret: "sandbox_secret" };
  const place = { basePath: "/stand-ins/razorpay", publicOrigin: "http://shop.test" };
  const standIn = createRazorpayStandIn({ ...keys, ...place, control: true });
  return { standIn, origin: place.publicOrigin, basePath: place.basePath, ...keys };
}

async function control(mount: Mount, call: string, body?: unknown): Promise<{ status: number; body: any }> {
  const [method = "GET", path = ""] = call.split(" ");
  const url = `${mount.origin}${mount.basePath}/control${path}`;
  const response = await mount.standIn.fetch(
    new Request(url, { method, body: body ? JSON.stringify(body) : undefined }),
  );
  return { status: response.status, body: await response.json() };
}

async function buy(mount: Mount): Promise<{ orderId: string; paymentId: string; error?: { reason: string } }> {
  const order = await callApi(mount, "POST /orders", book);
  const { body } = await payByCard(mount, { orderId: order.body.id });
  return {
    orderId: order.body.id,
    paymentId: body.razorpay_payment_id ?? body.error.metadata.payment_id,
    error: body.error,
  };
}

test("faults are set, shown, spent and cleared over the control API", async () => {
  const mount = mountStandIn();
  await control(mount, "POST /faults", { tooManyRequests: { times: 2 }, lostOrder: true });
  expect((await control(mount, "GET /faults")).body.faults).toEqual({
    tooManyRequests: { path: "/v1/", times: 2 },
    lostOrder: { times: 1 },
  });
  await control(mount, "POST /faults", { lostOrder: null });
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await callApi(mount, "GET /orders")).status);
  expect(statuses).toEqual([429, 429, 200]);
  expect((await control(mount, "GET /faults")).body.faults).toEqual({});
  expect((await control(mount, "POST /faults", { noSuch: true })).status).toBe(400);
  expect((await control(mount, "POST /faults", { slowAnswer: { seconds: 1 } })).status).toBe(400);
});

test("a lost response breaks off after the work was done", async () => {
  const mount = mountStandIn();
  mount.standIn.setFault("lostOrder", true);
  await expect(callApi(mount, "POST /orders", { ...book, receipt: "bk_1" })).rejects.toThrow("lost on purpose");
  expect((await callApi(mount, "GET /orders?receipt=bk_1")).body.count).toBe(1);

  const { paymentId } = await buy(mount);
  mount.standIn.setFault("lostRefund", true);
  const refund = () =>
    callApi(mount, `POST /payments/${paymentId}/refund`, { amount: 500 }, { "x-refund-idempotency": "rf_0000001" });
  await expect(refund()).rejects.toThrow();
  expect((await refund()).body.amount).toBe(500);
  expect((await callApi(mount, `GET /payments/${paymentId}/refunds`)).body.count).toBe(1);

  mount.standIn.setFault("authorizedOnly", true);
  const waiting = await buy(mount);
  mount.standIn.setFault("lostCapture", true);
  await expect(callApi(mount, `POST /payments/${waiting.paymentId}/capture`, book)).rejects.toThrow();
  expect((await callApi(mount, `GET /payments/${waiting.paymentId}`)).body.status).toBe("captured");
});

test("a server error answers in HTML and does nothing", async () => {
  const mount = mountStandIn();
  mount.standIn.setFault("serverError", { times: 1, path: "/v1/orders", status: 502 });
  const broken = await callApi(mount, "POST /orders", book);
  expect(broken.status).toBe(502);
  expect(broken.headers.get("content-type")).toMatch(/^text\/html/);
  expect(mount.standIn.ledger().orders).toEqual([]);
});

test("the widget's script can be made to fail", async () => {
  const mount = mountStandIn();
  mount.standIn.setFault("serverError", { path: "/v1/checkout.js" });
  const read = () => mount.standIn.fetch(new Request(`${mount.origin}${mount.basePath}/v1/checkout.js`));
  expect((await read()).ok).toBe(false);
  expect((await read()).ok).toBe(true);
});

test("a late authorisation goes from failed to captured on one payment", async () => {
  const mount = mountStandIn();
  mount.standIn.setFault("lateAuthorization", { seconds: 0.02 });
  const { orderId, paymentId, error } = await buy(mount);
  expect(error?.reason).toBe("payment_timed_out");
  expect((await callApi(mount, `GET /payments/${paymentId}`)).body.status).toBe("failed");
  await mount.standIn.settled();
  expect((await callApi(mount, `GET /payments/${paymentId}`)).body).toMatchObject({
    status: "captured",
    error_code: null,
  });
  expect((await callApi(mount, `GET /orders/${orderId}`)).body.status).toBe("paid");
  expect(mount.standIn.ledger().events.map(({ event }) => event)).toEqual([
    "payment.failed",
    "payment.authorized",
    "payment.captured",
    "order.paid",
  ]);
});

test("a payment authorised late for an order already paid is given back", async () => {
  const mount = mountStandIn();
  mount.standIn.setFault("lateAuthorization", { seconds: 0.02 });
  const { orderId, paymentId } = await buy(mount);
  await payByCard(mount, { orderId });
  await mount.standIn.settled();
  expect((await callApi(mount, `GET /payments/${paymentId}`)).body).toMatchObject({
    status: "refunded",
    captured: false,
  });
});

test("a second success is refunded at once, or left captured for the shop to find", async () => {
  const mount = mountStandIn();
  mount.standIn.setFault("secondSuccess", true);
  const first = await buy(mount);
  const states = async (orderId: string) =>
    (await callApi(mount, `GET /orders/${orderId}/payments`)).body.items.map((item: { status: string }) => item.status);
  expect(await states(first.orderId)).toEqual(["refunded", "captured"]);
  mount.standIn.setFault("secondSuccess", { outcome: "captured" });
  const second = await buy(mount);
  expect(await states(second.orderId)).toEqual(["captured", "captured"]);
  expect(mount.standIn.ledger().events.filter(({ event }) => event === "order.paid")).toHaveLength(2);
});

test.each(["processed", "failed"])("a pending refund ends as %s", async (outcome) => {
  const mount = mountStandIn();
  const { paymentId } = await buy(mount);
  mount.standIn.setFault("refundPending", { seconds: 0.02, outcome });
  const { body: made } = await callApi(mount, `POST /payments/${paymentId}/refund`, { amount: 500 });
  expect(made.status).toBe("pending");
  await mount.standIn.settled();
  expect((await callApi(mount, `GET /refunds/${made.id}`)).body.status).toBe(outcome);
});

test("a dispute is opened by a fault and decided on the dashboard", async () => {
  const mount = mountStandIn();
  mount.standIn.setFault("dispute", true);
  await buy(mount);
  const [dispute] = mount.standIn.ledger().disputes;
  await control(mount, "POST /dashboard", { do: "dispute-outcome", dispute_id: dispute?.id, status: "lost" });
  const events = mount.standIn.ledger().events.map(({ event }) => event);
  expect(events.slice(-2)).toEqual(["payment.dispute.created", "payment.dispute.lost"]);
});

test("a refund made on the dashboard is there for the shop to find", async () => {
  const mount = mountStandIn();
  const { paymentId } = await buy(mount);
  await control(mount, "POST /dashboard", { do: "refund", payment_id: paymentId, amount: 500 });
  expect((await callApi(mount, `GET /payments/${paymentId}`)).body.refund_status).toBe("partial");
  expect(
    (await control(mount, "POST /dashboard", { do: "refund", payment_id: paymentId, amount: 99_999 })).status,
  ).toBe(400);
});

test("reset forgets everything, and the page lists every switch", async () => {
  const mount = mountStandIn();
  await buy(mount);
  mount.standIn.setFault("lostOrder", true);
  await control(mount, "POST /reset");
  const { body } = await control(mount, "GET /ledger");
  expect([body.orders, body.payments, body.events]).toEqual([[], [], []]);
  expect((await control(mount, "GET /faults")).body.faults).toEqual({});
  const page = await mount.standIn.fetch(new Request(`${mount.origin}${mount.basePath}/control`));
  expect(await page.text()).toContain("lateAuthorization");
});

test("the forms of the control page turn a switch on and off", async () => {
  const mount = mountStandIn();
  const submit = (fields: Record<string, string>) =>
    mount.standIn.fetch(
      new Request(`${mount.origin}${mount.basePath}/control/faults`, {
        method: "POST",
        body: new URLSearchParams(fields),
      }),
    );
  const answer = await submit({ name: "slowAnswer", times: "always", path: "", milliseconds: "40" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/stand-ins/razorpay/control"]);
  expect((await control(mount, "GET /faults")).body.faults.slowAnswer).toEqual({
    path: "/v1/",
    milliseconds: 40,
    times: "always",
  });
  await submit({ name: "slowAnswer", off: "1", times: "", path: "", milliseconds: "" });
  expect((await control(mount, "GET /faults")).body.faults).toEqual({});
});

test("the control page has its style, and a form of another site changes nothing", async () => {
  const mount = mountStandIn();
  await buy(mount);
  const visit = (path: string, init?: RequestInit) =>
    mount.standIn.fetch(new Request(`${mount.origin}${mount.basePath}${path}`, init));
  const page = await (await visit("/control")).text();
  const [, style = ""] = /<link rel="stylesheet" href="\/stand-ins\/razorpay(.*?)"/.exec(page) ?? [];
  expect((await visit(style)).headers.get("content-type")).toMatch(/^text\/css/);
  const reset = { method: "POST", body: new URLSearchParams() };
  expect((await visit("/control/reset", { ...reset, headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
  expect(mount.standIn.ledger().orders).toHaveLength(1);
  expect((await visit("/control/reset", reset)).status).toBe(303);
  expect(mount.standIn.ledger().orders).toEqual([]);
});
