import { sql } from "#db/sql.ts";
import { afterEach, expect, test, vi } from "vitest";

import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { formatPaise } from "#shop/money/money.ts";
import { paidBy } from "#shop/orders/payment-labels.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { type OtherMethod, payByCard } from "#stand-ins/razorpay/drive.ts";
import { alertsAbout, orderIdOf, payAtRazorpay, refundOnDashboard, refundsOf } from "#tests/support/paid-order.ts";
import { cartOf, order, orderOf, setStock, readStock, stateOf } from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import { processRefunds } from "./reconcile.server.ts";
import { expireOrder, settlePayment } from "./settle-payment.server.ts";

const testServices = await openTestServices();
const { db, services, standIn } = testServices;
vi.spyOn(console, "error").mockImplementation(() => {});
await setStock(db, "godan", 100);

afterEach(async () => {
  for (const fault of ["pendingPayment", "serverError", "offer", "customerFee"]) standIn.setFault(fault, null);
  expect(await findBreaches(db)).toEqual([]);
});

const settle = (razorpayOrderId: string) => settlePayment(services, razorpayOrderId, "browser");

async function paymentsOf(razorpayOrderId: string) {
  const { rows } = await db.execute<{ method: string; status: string; card: string; handle: string }>(sql`
    select method, status, card_network || card_last4 as card, upi_handle as handle from payments
    where attempt_id = ${razorpayOrderId} order by method`);
  return rows;
}

test("a payment in a status that nobody knows does not keep the one beside it from paying, and is shown", async () => {
  const { number, razorpayOrderId } = await orderOf(services, cartOf("pending"), { godan: 1 });
  standIn.setFault("pendingPayment", true);
  await payAtRazorpay(testServices, razorpayOrderId);
  expect(await settle(razorpayOrderId)).toMatchObject({ outcome: "paid" });
  expect(await stateOf(db, number)).toBe("paid");
  expect(await paymentsOf(razorpayOrderId)).toEqual([
    { method: "card", status: "captured", card: "Visa1007", handle: "" },
    { method: "cod", status: "pending", card: "", handle: "" },
  ]);
});

test("no settlement hangs on the card, which is learned with a later look", async () => {
  const { number, razorpayOrderId } = await orderOf(services, cartOf("nocard"), { godan: 1 });
  await payAtRazorpay(testServices, razorpayOrderId);
  standIn.setFault("serverError", { path: "/v1/payments/", times: "always" });
  expect(await settle(razorpayOrderId)).toMatchObject({ outcome: "paid" });
  expect(await stateOf(db, number)).toBe("paid");
  expect(await paymentsOf(razorpayOrderId)).toMatchObject([{ status: "captured", card: "" }]);
  standIn.setFault("serverError", null);
  await settle(razorpayOrderId);
  expect(await paymentsOf(razorpayOrderId)).toMatchObject([{ card: "Visa1007" }]);
});

test.each<[OtherMethod, string, string]>([
  [{ method: "upi", vpa: "asha.rao@okbank" }, "Paid from your UPI account", "as•••@okbank"],
  [{ method: "netbanking", bank: "HDFC" }, "Paid from your bank account", ""],
  [{ method: "wallet", wallet: "payzapp" }, "Paid from your wallet", ""],
])("a payment by %j pays its order and is told in words", async (by, words, handle) => {
  const cart = cartOf(`pays by ${by.method}`.replaceAll(" ", ""));
  const { number, razorpayOrderId } = await orderOf(services, cart, { godan: 1 });
  await payByCard(testServices, { orderId: razorpayOrderId, by });
  expect(await settle(razorpayOrderId)).toMatchObject({ outcome: "paid" });
  expect(await paymentsOf(razorpayOrderId)).toEqual([{ method: by.method, status: "captured", card: "", handle }]);
  expect(paidBy((await findOrder(db, number, { cartToken: cart }))!.payment!)).toBe(words);
});

test.each([
  ["offer", "less", /It is for (.+), the order for (.+)\. If an offer \(offer_\w+\) on Razorpay's dashboard/],
  ["customerFee", "more", /It is for (.+), the order for (.+)\. If Razorpay let the customer bear the fee/],
])(
  "a payment that the switch %s makes %s goes back, and the reader can pay again at once",
  async (fault, how, told) => {
    const cart = cartOf(fault);
    const first = await orderOf(services, cart, { godan: 1 });
    standIn.setFault(fault, true);
    const paymentId = await payAtRazorpay(testServices, first.razorpayOrderId);
    expect(await settle(first.razorpayOrderId)).toMatchObject({ outcome: "review" });
    const { amount } = standIn.ledger().payments.find(({ id }) => id === paymentId)!;
    expect(amount < first.totalPaise).toBe(how === "less");
    const [alert] = await alertsAbout(db, first.number);
    expect(told.exec(alert!)?.slice(1)).toEqual([formatPaise(amount), formatPaise(first.totalPaise)]);

    const again = await order(services, cart);
    expect(again.razorpayOrderId).not.toBe(first.razorpayOrderId);
    await payAtRazorpay(testServices, again.razorpayOrderId);
    expect(await settle(again.razorpayOrderId)).toMatchObject({ outcome: "paid" });
    expect([await stateOf(db, first.number), await stateOf(db, again.number)]).toEqual(["superseded", "paid"]);

    await processRefunds(services);
    expect(await refundsOf(db, first.number)).toEqual([{ amount, reason: "mismatch", state: "processed" }]);
    expect(await refundsOf(db, again.number)).toEqual([]);
  },
);

test("a payment that does not fit and could not be sent back holds no copies when the time is up", async () => {
  await setStock(db, "jejuri", 3);
  const { number, razorpayOrderId } = await orderOf(services, cartOf("holdsnone"), { jejuri: 1 });
  standIn.setFault("offer", true);
  await payAtRazorpay(testServices, razorpayOrderId);
  expect(await settle(razorpayOrderId)).toMatchObject({ outcome: "review" });
  const orderId = await orderIdOf(db, number);
  await db.execute(sql`update refunds set state = 'failed' where order_id = ${orderId}`);
  await expireOrder(services, orderId);
  expect(await stateOf(db, number)).toBe("expired");
  expect(await readStock(db, "jejuri")).toEqual({ onHand: 3, reserved: 0 });
  expect(await settle(razorpayOrderId)).toMatchObject({ outcome: "review" });
  expect(await alertsAbout(db, number)).toHaveLength(1);
});

test("of a payment of which a part went back before the shop heard of it, only the rest goes back", async () => {
  const { number, razorpayOrderId, totalPaise } = await orderOf(services, cartOf("partgone"), { godan: 1 });
  const paymentId = await payAtRazorpay(testServices, razorpayOrderId);
  await refundOnDashboard(testServices, paymentId, 100);
  expect(await settle(razorpayOrderId)).toMatchObject({ outcome: "review" });
  await processRefunds(services);
  expect(await refundsOf(db, number)).toEqual([
    { amount: totalPaise - 100, reason: "mismatch", state: "processed" },
    { amount: 100, reason: "elsewhere", state: "processed" },
  ]);
});
