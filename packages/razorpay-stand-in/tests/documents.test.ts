/** Tests of details of Razorpay's documentation: queries, form bodies, error texts, offers, settlements, disputes. */
import { expect, test } from "vitest";
import { callApi, type Mount, type OtherMethod, payByCard } from "#razorpay-stand-in/drive.ts";
import { createRazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";

const book = { amount: 79900, currency: "INR" };

function mountStandIn(now = Date.now): Mount {
  const keys = { keyId: "rzp_test_shop", keySecret: "sandbox_secret" };
  const place = { basePath: "/stand-ins/razorpay", publicOrigin: "http://shop.test" };
  const standIn = createRazorpayStandIn({ ...keys, ...place, now });
  return { standIn, origin: place.publicOrigin, basePath: place.basePath, ...keys };
}

async function buy(mount: Mount, by?: OtherMethod) {
  const { body: order } = await callApi(mount, "POST /orders", book);
  const { body: paid } = await payByCard(mount, { orderId: order.id, ...(by ? { by } : {}) });
  return { orderId: order.id as string, paymentId: paid.razorpay_payment_id as string };
}

const eventsNamed = (mount: Mount, name: string) => mount.standIn.ledger().events.filter(({ event }) => event === name);

test("an address takes the query that is documented for it, and no other", async () => {
  const mount = mountStandIn();
  const { orderId, paymentId } = await buy(mount);
  const statusOf = async (path: string) => (await callApi(mount, `GET ${path}`)).status;
  for (const path of [
    `/orders/${orderId}/payments?expand[]=card`,
    `/orders/${orderId}?expand[]=payments`,
    `/payments/${paymentId}/card?expand[]=card`,
    `/payments/${paymentId}?expand[]=everything`,
    "/orders?expand[]=card",
    "/orders?status=paid",
    `/payments/${paymentId}/refunds?expand[]=card`,
    "/refunds?receipt=1",
  ])
    expect(await statusOf(path), path).toBe(400);
  for (const path of [
    `/payments/${paymentId}/?expand[]=card`,
    "/orders?receipt=1&authorized=1&count=1&skip=0&from=0&to=9999999999&expand[]=payments.card&expand[]=transfers",
    "/payments?expand[]=emi&count=5",
  ])
    expect(await statusOf(path), path).toBe(200);
  const { body } = await callApi(mount, `GET /payments/${paymentId}?expand[]=everything`);
  expect(body.error.description).toBe("Value of each expand must be one of card, emi, offers, upi");
});

test("a card is told by its own address, inlined where that is asked for, and nowhere else", async () => {
  const mount = mountStandIn();
  const { orderId, paymentId } = await buy(mount);
  const read = async (path: string) => (await callApi(mount, `GET ${path}`)).body;
  const card = { entity: "card", last4: "1007", network: "Visa" };
  expect(await read(`/payments/${paymentId}/card`)).toMatchObject(card);
  // As the official package writes it.
  expect(await read(`/payments/${paymentId}?expand[expand]=card`)).toMatchObject({ card });
  expect((await read("/orders?expand[]=payments.card")).items[0].payments.items[0]).toMatchObject({ card });
  expect(await read(`/payments/${paymentId}`)).not.toHaveProperty("card");
  expect((await read(`/orders/${orderId}/payments`)).items[0]).not.toHaveProperty("card");
  expect((await read("/orders?expand[]=payments")).items[0].payments.items[0]).not.toHaveProperty("card");
});

test.each<[OtherMethod, object, string[]]>([
  [
    { method: "upi", vpa: "asha@okbank" },
    { vpa: "asha@okbank", bank: null, wallet: null },
    ["rrn", "upi_transaction_id"],
  ],
  [{ method: "netbanking", bank: "HDFC" }, { vpa: null, bank: "HDFC", wallet: null }, ["bank_transaction_id"]],
  [{ method: "wallet", wallet: "payzapp" }, { vpa: null, bank: null, wallet: "payzapp" }, ["transaction_id"]],
])("a payment by %j has the documented fields", async (by, fields, acquirerFields) => {
  const mount = mountStandIn();
  const { orderId, paymentId } = await buy(mount, by);
  const { body: payment } = await callApi(mount, `GET /payments/${paymentId}`);
  expect(payment).toMatchObject({
    method: by.method,
    status: "captured",
    card_id: null,
    international: false,
    ...fields,
  });
  expect(Object.keys(payment.acquirer_data)).toEqual(acquirerFields);
  expect((await callApi(mount, `GET /orders/${orderId}`)).body.status).toBe("paid");
  const { body: noCard } = await callApi(mount, `GET /payments/${paymentId}/card`);
  expect(noCard.error.description).toBe("Payment was not done using card");
  const [captured] = eventsNamed(mount, "payment.captured");
  expect(captured!.body).toMatchObject({ payload: { payment: { entity: { method: by.method } } } });
  const { body: expanded } = await callApi(mount, `GET /payments/${paymentId}?expand[]=upi`);
  expect("upi" in expanded).toBe(by.method === "upi");
});

test("an order is opened by a form, by numbers in text, and with every documented field", async () => {
  const mount = mountStandIn();
  const form =
    "amount=79900&currency=INR&receipt=form-1&notes[shop_order]=7&payment[capture]=manual&payment[capture_options][manual_expiry_period]=60";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { status, body } = await callApi(mount, "POST /orders", form, headers);
  expect([status, body]).toEqual([200, expect.objectContaining({ amount: 79900, notes: { shop_order: "7" } })]);
  const more = {
    customer_details: { name: "Asha" },
    line_items: [],
    offers: ["offer_1"],
    method: "upi",
    offer_id: "offer_1",
  };
  const text = await callApi(mount, "POST /orders", {
    amount: "50000",
    currency: "INR",
    partial_payment: false,
    ...more,
  });
  expect([text.status, text.body.amount]).toEqual([200, 50000]);
});

test("keys that are not taken are told with status 400, in each of the documented texts", async () => {
  const mount = mountStandIn();
  for (const description of ["Authentication failed", "Expired API key", "The api key provided is invalid"]) {
    mount.standIn.setFault("wrongKeys", { description });
    const { status, body } = await callApi(mount, "GET /orders");
    expect([status, body]).toEqual([400, { error: { code: "BAD_REQUEST_ERROR", description } }]);
  }
  expect((await callApi(mount, "GET /orders")).status).toBe(200);
});

test("an offer makes a payment smaller and a fee larger than its order, which is paid all the same", async () => {
  const mount = mountStandIn();
  mount.standIn.setFault("offer", { percent: 25 });
  const lowered = await buy(mount);
  const { body: payment } = await callApi(mount, `GET /payments/${lowered.paymentId}?expand[]=offers`);
  expect(payment).toMatchObject({
    amount: 59925,
    status: "captured",
    offer_id: expect.stringMatching(/^offer_\w{14}$/),
  });
  expect(payment.offers).toMatchObject({ count: 1, items: [{ id: payment.offer_id }] });
  mount.standIn.setFault("customerFee", true);
  const raised = await buy(mount);
  const { body: dear } = await callApi(mount, `GET /payments/${raised.paymentId}`);
  expect(dear).toMatchObject({ amount: 79900 + 1886, fee: 1886, tax: 288 });
  for (const { orderId } of [lowered, raised])
    expect((await callApi(mount, `GET /orders/${orderId}`)).body).toMatchObject({ status: "paid", amount: 79900 });
});

test("unknown payments and events are added by faults", async () => {
  const mount = mountStandIn();
  mount.standIn.setFault("pendingPayment", { word: "on_hold" });
  mount.standIn.setFault("unknownEvent", { word: "payment.celebrated" });
  const { orderId, paymentId } = await buy(mount);
  const { body } = await callApi(mount, `GET /orders/${orderId}/payments`);
  expect(body.items.map((item: { status: string; method: string }) => `${item.method} ${item.status}`)).toEqual([
    "cod on_hold",
    "card captured",
  ]);
  expect(eventsNamed(mount, "payment.celebrated")).toHaveLength(1);
  expect((await callApi(mount, `GET /payments/${paymentId}`)).body.status).toBe("captured");
});

test("an order older than 180 days is not found, but its disputes are", async () => {
  const mount = mountStandIn();
  mount.standIn.setFault("dispute", true);
  const { orderId, paymentId } = await buy(mount);
  mount.standIn.setFault("oldOrder", { times: "always" });
  for (const path of [`/orders/${orderId}`, `/orders/${orderId}/payments`]) {
    const { status, body } = await callApi(mount, `GET ${path}`);
    expect([status, body.error.description]).toEqual([400, "Order older than 180 days, please use reports."]);
  }
  const { body: disputes } = await callApi(mount, "GET /disputes");
  expect(disputes).toMatchObject({ count: 1, items: [{ entity: "dispute", payment_id: paymentId, status: "open" }] });
  expect((await callApi(mount, `GET /disputes/${disputes.items[0].id}`)).body).toEqual(disputes.items[0]);
  expect((await callApi(mount, "GET /payments/downtimes")).body).toMatchObject({ count: 0 });
});

test("what was paid is settled on the second day, in rows with the documented fields", async () => {
  let now = Date.parse("2026-11-03T20:00:00Z"); // 4 November in India
  const mount = mountStandIn(() => now);
  const { orderId, paymentId } = await buy(mount);
  const { body: refund } = await callApi(mount, `POST /payments/${paymentId}/refund`, { amount: 500 });
  const recon = async (query: string) => (await callApi(mount, `GET /settlements/recon/combined?${query}`)).body;
  now = Date.parse("2026-11-06T05:00:00Z");
  expect(await recon("year=2026&month=11&day=06")).toEqual({ entity: "collection", count: 0, items: [] });
  now = Date.parse("2026-11-06T06:00:00Z");
  const settled = await recon("year=2026&month=11&day=06");
  const common = {
    currency: "INR",
    on_hold: false,
    settled: true,
    created_at: Date.parse("2026-11-03T20:00:00Z") / 1000,
    settled_at: Date.parse("2026-11-06T05:30:00Z") / 1000,
    settlement_id: expect.stringMatching(/^setl_\w{14}$/),
    posted_at: null,
    credit_type: "default",
    description: null,
    notes: "{}",
    settlement_utr: expect.stringMatching(/^\w+$/),
    order_id: orderId,
    order_receipt: null,
    method: "card",
    card_network: "Visa",
    card_issuer: expect.stringMatching(/^[A-Z]{4}$/),
    card_type: "debit",
    dispute_id: null,
  };
  const paid = { entity_id: paymentId, type: "payment", amount: 79900, fee: 1886, tax: 288, payment_id: null };
  const back = { entity_id: refund.id, type: "refund", amount: 500, fee: 0, tax: 0, payment_id: paymentId };
  expect(settled).toEqual({
    entity: "collection",
    count: 2,
    items: [
      { ...common, ...paid, debit: 0, credit: 79900 - 1886 },
      { ...common, ...back, debit: 500, credit: 0 },
    ],
  });
  expect(await recon("year=2026&month=11")).toEqual(settled);
  expect((await recon("year=2026&month=11&day=06&count=1&skip=1")).items).toEqual([settled.items[1]]);
  for (const query of ["year=2026&month=11&day=05", "year=2026&month=10"])
    expect((await recon(query)).items).toEqual([]);
  for (const query of [
    "month=11",
    "year=2026",
    "year=2026&month=13",
    "year=2026&month=11&count=1001",
    "year=2026&month=11&week=1",
  ])
    expect((await callApi(mount, `GET /settlements/recon/combined?${query}`)).status, query).toBe(400);
});

test("a refund key that is forgotten makes a second refund, as a key without memory would", async () => {
  const mount = mountStandIn();
  const { paymentId } = await buy(mount);
  const refund = () =>
    callApi(mount, `POST /payments/${paymentId}/refund`, { amount: 500 }, { "x-refund-idempotency": "rf_0000001" });
  const { body: first } = await refund();
  expect((await refund()).body).toEqual(first);
  mount.standIn.setFault("forgottenKey", true);
  expect((await refund()).body.id).not.toBe(first.id);
  expect(mount.standIn.ledger().refunds).toHaveLength(2);
});

test("a form's field names reach nothing but the form", async () => {
  const mount = mountStandIn();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const form = "amount=79900&currency=INR&__proto__[polluted]=1&constructor[prototype][polluted]=1";
  const { body } = await callApi(mount, "POST /orders", form, headers);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect(body.error.description).toBe("__proto__, constructor is/are not required and should not be sent");
});
