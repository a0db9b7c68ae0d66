/** Tests of orders that are paid on delivery: placing, confirming, expiry, paying online, cancelling and coming back. */
import { afterEach, beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { eraseReader } from "#shop/people/readers/delete-account.server.ts";
import { eraseUnpaidOrders } from "#shop/people/readers/erase-orders.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { closeRefund } from "#shop/sales/payments/close-refund.server.ts";
import { expireReservations, processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { refundParcel, resendParcel } from "#shop/sales/returns/failed-parcels.server.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { openTerms, orderOnDelivery, trackingOf } from "#tests/support/sales/order-on-delivery.ts";
import { alertsAbout, lettersOf, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, deliveryOf, fillCart, readStock, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { confirmOrder } from "./confirm-order.server.ts";
import { deliverOrder, takeBackArrival } from "./parcels/deliver-order.server.ts";
import { shipOrder } from "./parcels/ship-order.server.ts";
import { placeOnDelivery, placeOrder } from "./placing/place-order.server.ts";

const testServices = await openTestServices(
  { shippingFeePaise: 4950, freeShippingFromPaise: null, onDelivery: openTerms },
  { connections: 20 },
);
const { db, services } = testServices;
let free = 0;
beforeEach(async () => {
  await setStock(db, "godan", 50);
  ({ onHand: free } = await readStock(db, "godan"));
});
afterEach(async () => {
  services.settings.onDelivery = openTerms;
  expect(await findBreaches(db)).toEqual([]);
});

const paymentsOf = async (number: string) =>
  (
    await db.execute<{ payment: string }>(sql`
      select concat_ws(' ', p.provider, p.status, p.settles, p.amount_paise) as payment
      from payments p join orders o on o.id = p.order_id where o.number = ${number} order by p.created_at, p.id`)
  ).rows.map((row) => row.payment);
const dueOf = async (number: string) => (await findOrder(db, number, "link"))?.duePaise;
const place = (reader: string, change: { phone?: string; pin?: string } = {}) =>
  placeOnDelivery(services, cartOf(reader), { ...deliveryOf(cartOf(reader)), ...change });

/** What changed of the copies of the book since the test began. */
async function stockMoved() {
  const { onHand, reserved } = await readStock(db, "godan");
  return { onHand: onHand - free, reserved: reserved - (free - 50) };
}

/** Opens the order at Razorpay and pays it there, as from the order's page. */
async function payOnline(number: string): Promise<string> {
  const [provider] = services.paymentProviders;
  const { rows } = await db.execute<{ id: string; totalPaise: string }>(
    sql`select id, total_paise from orders where number = ${number}`,
  );
  const amountPaise = Number(rows[0]!.totalPaise);
  const { email, name, phone } = deliveryOf(cartOf("payer"));
  const opened = await provider.createOrder({
    amountPaise,
    receipt: `${number}-online`,
    shopOrder: number,
    reader: { email, name, phone },
    returnUrl: "https://shop.test/payments/return",
    expiresAt: new Date(Date.now() + 60_000),
  });
  await db.execute(sql`
    insert into payment_attempts (id, provider, order_id, receipt, amount_paise, status)
    values (${opened.id}, ${provider.id}, ${rows[0]!.id}, ${number}, ${amountPaise}, 'created')`);
  expect((await payByCard(testServices, { orderId: opened.id })).status).toBe(200);
  return opened.id;
}

test("an order on delivery holds its copies in whole rupees, empties the cart, and waits to be confirmed", async () => {
  const number = await orderOnDelivery(services, "placed", { godan: 2 }, "placed");
  expect(await stateOf(db, number)).toBe("to_confirm");
  expect(await stockMoved()).toEqual({ onHand: 0, reserved: 2 });
  const order = (await findOrder(db, number, "link"))!;
  expect(order.totalPaise % 100).toBe(0);
  expect(order.subtotalPaise + order.shippingPaise - order.totalPaise).toBe(50);
  expect(order.discounts).toEqual([{ label: "Rounded to whole rupees", amountPaise: 50 }]);
  expect(order.duePaise).toBe(order.totalPaise);
  expect(await lettersOf(db, number)).toEqual(["order-to-confirm"]);
  // The answer was lost: the same press again finds the order, and not an empty cart.
  expect(await place("placed")).toEqual({ ok: true, number });
  expect(
    await count(
      db,
      sql`select count(*) from cart_lines l join carts c on c.id = l.cart_id join orders o on o.cart_id = c.id where o.number = ${number}`,
    ),
  ).toBe(0);
});

test("the confirmed order is a sale that nobody has paid yet; confirming twice confirms once", async () => {
  const number = await orderOnDelivery(services, "confirmed", { godan: 2 }, "placed");
  const done = await Promise.all([1, 2, 3].map(() => confirmOrder(services, number, "link")));
  expect(done).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(await stateOf(db, number)).toBe("to_pack");
  expect(await stockMoved()).toEqual({ onHand: -2, reserved: 0 });
  const { totalPaise } = (await findOrder(db, number, "link"))!;
  expect(await paymentsOf(number)).toEqual([`on-delivery due t ${totalPaise}`]);
  await issueDocuments(services);
  expect((await findOrder(db, number, "link"))?.documents).toMatchObject([{ kind: "bill" }]);
  expect(await lettersOf(db, number)).toEqual(["order-to-confirm", "order-confirmed"]);
  expect(
    await count(
      db,
      sql`select count(*) from orders where number = ${number} and paid_at is null and confirmed_at is not null`,
    ),
  ).toBe(1);
});

test("an order that nobody confirms ends, and its copies are free again", async () => {
  const number = await orderOnDelivery(services, "forgetful", { godan: 3 }, "placed");
  await expireReservations(services);
  expect(await stateOf(db, number)).toBe("to_confirm");
  const later = { ...services, now: () => new Date(Date.now() + 25 * 3_600_000) };
  await expireReservations(later);
  expect(await stateOf(db, number)).toBe("expired");
  expect(await readStock(db, "godan")).toMatchObject({ reserved: 0 });
  expect(await confirmOrder(later, number, "link")).toEqual({ ok: false, reason: "is-over" });
  expect(await lettersOf(db, number)).toEqual(["order-to-confirm", "order-not-confirmed"]);
});

test("sum, PIN, open orders and refused parcels limit who may pay on delivery", async () => {
  const phone = "+919000000001";
  const refuse = async (terms: Partial<typeof openTerms>, pin = "560025") => {
    services.settings.onDelivery = { ...openTerms, ...terms };
    await fillCart(db, cartOf("limited"), { godan: 1 });
    const placed = await place("limited", { phone, pin });
    return placed.ok ? null : placed.reason;
  };
  services.settings.onDelivery = null;
  await fillCart(db, cartOf("limited"), { godan: 1 });
  expect(await place("limited")).toEqual({ ok: false, reason: "not-offered" });
  expect(await refuse({ leastPaise: 1_000_00 })).toBe("sum");
  expect(await refuse({ mostPaise: 100_00 })).toBe("sum");
  expect(await refuse({ pins: ["411"] })).toBe("pin");
  expect(await refuse({ notPins: ["5600"] })).toBe("pin");
  expect(await refuse({ pins: ["560025"], openOrders: 1 })).toBeNull();
  expect(await refuse({ openOrders: 1 })).toBe("open-orders");
  const { rows } = await db.execute<{ number: string }>(sql`select number from orders where phone = ${phone}`);
  const [{ number }] = rows as [{ number: string }];
  await confirmOrder(services, number, "link");
  await shipOrder(services, number, { carrier: "Delhivery", trackingNumber: "1", trackingUrl: "" });
  await refundParcel(services, { number, failure: "came-back", isFit: true, withDelivery: false, actor: "Desk" });
  expect(await refuse({ refusals: 1 })).toBe("refused-before");
  expect(await refuse({ refusals: 2 })).toBeNull();
});

test("refused parcels count after the account was erased; only a hash of the phone number is kept, and not for ever", async () => {
  const phone = "+919000000003";
  const readerId = await addReader(db, "refuser");
  await fillCart(db, { readerId }, { godan: 1 });
  const placed = await placeOnDelivery(services, { readerId }, { ...deliveryOf(cartOf("refuser")), phone });
  if (!placed.ok) throw new Error(placed.reason);
  const { number } = placed;
  await confirmOrder(services, number, "link");
  await shipOrder(services, number, { carrier: "Delhivery", trackingNumber: "9", trackingUrl: "" });
  await refundParcel(services, { number, failure: "came-back", isFit: true, withDelivery: false, actor: "Desk" });
  expect(await eraseReader(services, readerId)).toEqual({ ok: true });
  services.settings.onDelivery = { ...openTerms, refusals: 1 };
  await fillCart(db, cartOf("refuser-again"), { godan: 1 });
  expect(await place("refuser-again", { phone })).toEqual({ ok: false, reason: "refused-before" });
  expect(
    (await db.execute(sql`select from refused_phones t where position('9000000003' in t::text) > 0`)).rows,
  ).toEqual([]);
  await eraseUnpaidOrders({ db, now: () => new Date(Date.now() + (3 * 366 + 1) * 86_400_000) });
  expect(await place("refuser-again", { phone })).toMatchObject({ ok: true });
});

test("thirty orders of one phone at the same moment: no more are open than allowed", async () => {
  services.settings.onDelivery = { ...openTerms, openOrders: 2 };
  const readers = Array.from({ length: 30 }, (_, at) => `crowd${at}`);
  for (const reader of readers) await fillCart(db, cartOf(reader), { godan: 1 });
  const placed = await Promise.all(readers.map((reader) => place(reader, { phone: "+919000000002" })));
  expect(placed.filter(({ ok }) => ok)).toHaveLength(2);
  expect(placed.filter((one) => !one.ok && one.reason === "open-orders")).toHaveLength(28);
});

test("until it leaves the shop the order can be paid online: confirmed or not, and nothing is due any more", async () => {
  for (const stage of ["placed", "confirmed"] as const) {
    const number = await orderOnDelivery(services, `online-${stage}`, { godan: 1 }, stage);
    const attempt = await payOnline(number);
    expect(await settlePayment(services, attempt, "browser")).toMatchObject({ outcome: "paid" });
    expect(await settlePayment(services, attempt, "webhook")).toMatchObject({ outcome: "paid" });
    expect(await stateOf(db, number)).toBe("paid");
    expect(await dueOf(number)).toBeNull();
    const settling = (await paymentsOf(number)).filter((payment) => payment.includes(" t "));
    expect(settling).toEqual([expect.stringMatching(/^razorpay captured t /)]);
  }
});

test("money that comes online after the parcel has left, or after copies were cancelled, goes back", async () => {
  const sent = await orderOnDelivery(services, "sent", { godan: 1 });
  const reduced = await orderOnDelivery(services, "reduced", { godan: 2 });
  const attempts = [await payOnline(sent), await payOnline(reduced)];
  await shipOrder(services, sent, { carrier: "Delhivery", trackingNumber: "2", trackingUrl: "" });
  await cancelOrder(services, {
    number: reduced,
    by: "link",
    copies: [{ bookId: "godan", quantity: 1 }],
    cause: "reader",
  });
  for (const attempt of attempts)
    expect(await settlePayment(services, attempt, "browser")).toMatchObject({ outcome: "review" });
  await processRefunds(services);
  expect(await stateOf(db, sent)).toBe("shipped");
  expect(await stateOf(db, reduced)).toBe("to_pack");
  for (const number of [sent, reduced]) expect(await dueOf(number)).toBeGreaterThan(0);
  expect(await refundsOf(db, sent)).toMatchObject([{ reason: "mismatch", state: "processed" }]);
});

test("cancelled copies and a lower price lower what is due, with a credit note; the whole order leaves nothing due", async () => {
  const number = await orderOnDelivery(services, "lowered", { godan: 3 });
  const before = (await dueOf(number))!;
  const cancelled = await cancelOrder(services, {
    number,
    by: "link",
    copies: [{ bookId: "godan", quantity: 1 }],
    cause: "reader",
  });
  expect(cancelled).toMatchObject({ ok: true, isWhole: false });
  expect(await dueOf(number)).toBe(before - (cancelled as { refundPaise: number }).refundPaise);
  expect(await refundOrder(services, number, 10_00, "A worn cover")).toMatchObject({ ok: true });
  const left = (await dueOf(number))!;
  expect(await refundOrder(services, number, left, "All")).toEqual({
    ok: false,
    reason: "all-of-due",
    leftPaise: left,
  });
  expect(await refundOrder(services, number, undefined, "All")).toMatchObject({ ok: false, reason: "all-of-due" });
  await issueDocuments(services);
  const kinds = (await findOrder(db, number, "link"))!.documents.map(({ kind }) => kind);
  expect(kinds).toEqual(["bill", "credit-note", "credit-note"]);
  expect(await cancelOrder(services, { number, by: "link", cause: "reader" })).toMatchObject({
    ok: true,
    isWhole: true,
  });
  expect(await stateOf(db, number)).toBe("cancelled");
  expect(await dueOf(number)).toBeNull();
  expect(await paymentsOf(number)).toEqual([expect.stringMatching(/^on-delivery void t /)]);
  expect(await stockMoved()).toEqual({ onHand: 0, reserved: 0 });
  expect(await processRefunds(services)).toBe(0);
});

test("what is left to collect is in whole rupees, also after copies of an odd price were cancelled", async () => {
  const number = await orderOnDelivery(services, "odd", { godan: 3 });
  await refundOrder(services, number, 10_37, "A worn cover");
  expect((await dueOf(number))! % 100).toBe(0);
});

test("once the parcel has left, a refund is paid by hand: the carrier collects what its label says", async () => {
  const number = await orderOnDelivery(services, "on-its-way", { godan: 1 }, "shipped");
  const due = await dueOf(number);
  expect(await refundOrder(services, number, 20_00, "Late")).toMatchObject({ ok: true });
  expect(await dueOf(number)).toBe(due);
  expect(await refundsOf(db, number)).toMatchObject([{ state: "requested", amount: 20_00 }]);
});

test("an order that is paid by a late payment ends the one on delivery that was placed meanwhile", async () => {
  const cart = cartOf("hanging");
  await fillCart(db, cart, { godan: 1 });
  const first = await placeOrder(services, cart, deliveryOf(cart));
  if (!first.ok) throw new Error(first.reason);
  const second = await place("hanging");
  expect(second).toMatchObject({ ok: true });
  expect((await payByCard(testServices, { orderId: first.order.providerOrderId })).status).toBe(200);
  expect(await settlePayment(services, first.order.providerOrderId, "webhook")).toMatchObject({ outcome: "paid" });
  expect(await stateOf(db, second.ok ? second.number : "")).toBe("superseded");
});

test("an order on delivery goes in one parcel", async () => {
  const number = await orderOnDelivery(services, "one", { godan: 2 });
  const parcel = { carrier: "Delhivery", trackingNumber: "3", trackingUrl: "" };
  expect(await shipOrder(services, number, parcel, undefined, { copies: [{ bookId: "godan", quantity: 1 }] })).toEqual({
    ok: false,
    reason: "one-parcel",
  });
  expect(await shipOrder(services, number, parcel)).toEqual({ ok: true });
});

test("at the door the carrier collects the money; an arrival by mistake takes that back", async () => {
  const number = await orderOnDelivery(services, "door", { godan: 1 }, "delivered");
  const payment = () =>
    db.execute<{ state: string }>(sql`select payment_state as state from orders where number = ${number}`);
  expect((await payment()).rows).toEqual([{ state: "collected" }]);
  expect(await takeBackArrival(services, number)).toMatchObject({ ok: true });
  expect((await payment()).rows).toEqual([{ state: "on_delivery" }]);
  expect(await deliverOrder(services, number)).toMatchObject({ ok: true });
  expect((await payment()).rows).toEqual([{ state: "collected" }]);
});

test("a parcel that comes back goes to the shelf, and nothing is due or refunded; sent again it is due again", async () => {
  const number = await orderOnDelivery(services, "refused", { godan: 2 }, "shipped");
  const again = { carrier: "Delhivery", trackingNumber: `${trackingOf(number)}-2`, trackingUrl: "" };
  const due = await dueOf(number);
  expect(
    await resendParcel(services, { number, trouble: "came-back", isFit: true, parcel: again, actor: "Desk" }),
  ).toMatchObject({ ok: true });
  expect(await dueOf(number)).toBe(due);
  expect(
    await refundParcel(services, { number, failure: "came-back", isFit: true, withDelivery: false, actor: "Desk" }),
  ).toMatchObject({ ok: true });
  expect(await stateOf(db, number)).toBe("returned");
  expect(await dueOf(number)).toBeNull();
  expect(await paymentsOf(number)).toEqual([expect.stringMatching(/^on-delivery void t /)]);
  expect(await stockMoved()).toEqual({ onHand: 0, reserved: 0 });
  expect(await processRefunds(services)).toBe(0);
  expect(await lettersOf(db, number)).toEqual([
    "order-to-confirm",
    "order-confirmed",
    "order-shipped",
    "order-shipped",
    "order-refunded",
  ]);
});

test("after the delivery money goes back by hand: the bookseller is told, and closes the refund with its reference", async () => {
  const number = await orderOnDelivery(services, "by-hand", { godan: 1 }, "delivered");
  const refund = await refundOrder(services, number, undefined, "It arrived torn");
  expect(refund).toMatchObject({ ok: true });
  expect(await processRefunds(services)).toBe(0);
  expect(await refundsOf(db, number)).toMatchObject([{ state: "requested" }]);
  expect(await alertsAbout(db, number)).toEqual([expect.stringContaining("is to be paid by bank transfer or UPI")]);
  const closedBy = await addStaff(testServices, "owner");
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(new Date());
  const closed = await closeRefund(services, number, {
    refundId: (refund as { refundId: number }).refundId,
    closedBy,
    paid: { by: "upi", on: day, reference: "4321" },
  });
  expect(closed).toMatchObject({ ok: true });
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await lettersOf(db, number)).toContain("order-refunded");
});
