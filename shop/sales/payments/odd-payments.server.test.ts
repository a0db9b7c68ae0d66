/** Tests of unusual payments: unknown statuses, wrong amounts or currencies, missing cards and duplicates. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { paidBy } from "#shop/sales/orders/payment-labels.ts";
import type { OpenOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { hashSecret } from "#shop/kernel/security/secret.server.ts";
import { type OtherMethod, payByCard } from "#razorpay-stand-in/drive.ts";
import { alertsAbout, orderIdOf, orderOpening, paidOrder, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { refundOnDashboard, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, fillCart, order, orderOf, setStock, readStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { processRefunds } from "./reconcile.server.ts";
import { expireOrder, settlePayment } from "./settle-payment.server.ts";

const testServices = await openTestServices();
const { db, services, standIn, wire } = testServices;
await setStock(db, "godan", 100);

afterEach(async () => {
  wire.change = null;
  for (const fault of ["pendingPayment", "serverError", "offer", "customerFee"]) standIn.setFault(fault, null);
  expect(await findBreaches(db)).toEqual([]);
});

/** Changes every listed payment in Razorpay's answers. */
function changePayments(change: object) {
  wire.change = (path, answer) =>
    path.endsWith("/payments")
      ? { ...answer, items: answer.items.map((item: object) => ({ ...item, ...change })) }
      : answer;
}

const settle = (providerOrderId: string) => settlePayment(services, providerOrderId, "browser");

async function paymentsOf(providerOrderId: string) {
  const { rows } = await db.execute<{ method: string; status: string; card: string; handle: string }>(sql`
    select method, status, card_network || card_last4 as card, upi_handle as handle from payments
    where attempt_id = ${providerOrderId} order by method`);
  return rows;
}

test("a payment in a status that nobody knows does not keep the one beside it from paying, and is shown", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("pending"), { godan: 1 });
  standIn.setFault("pendingPayment", true);
  await payAtRazorpay(testServices, providerOrderId);
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "paid" });
  expect(await stateOf(db, number)).toBe("paid");
  expect(await paymentsOf(providerOrderId)).toEqual([
    { method: "card", status: "captured", card: "Visa1007", handle: "" },
    { method: "cod", status: "pending", card: "", handle: "" },
  ]);
});

test("no settlement hangs on the card, which is learned with a later look", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("nocard"), { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  standIn.setFault("serverError", { path: "/v1/payments/", times: "always" });
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "paid" });
  expect(await stateOf(db, number)).toBe("paid");
  expect(await paymentsOf(providerOrderId)).toMatchObject([{ status: "captured", card: "" }]);
  standIn.setFault("serverError", null);
  await settle(providerOrderId);
  expect(await paymentsOf(providerOrderId)).toMatchObject([{ card: "Visa1007" }]);
});

test("only a card that paid is asked for, once, and not when it is told anyway or its reader is forgotten", async () => {
  const asked: string[] = [];
  const listen = (change: object) => {
    wire.change = (path, answer) => {
      if (path.endsWith("/card")) asked.push(path);
      return path.endsWith("/payments")
        ? { ...answer, items: answer.items.map((item: object) => ({ ...item, ...change })) }
        : answer;
    };
  };
  listen({});
  const { providerOrderId } = await orderOf(services, cartOf("askedonce"), { godan: 1 });
  await payByCard(testServices, { orderId: providerOrderId, card: "4100280000060003", choice: "failure" });
  const paymentId = await payAtRazorpay(testServices, providerOrderId);
  for (let look = 0; look < 3; look += 1) await settle(providerOrderId);
  expect(asked).toEqual([`/v1/payments/${paymentId}/card`]);

  const upi = await orderOf(services, cartOf("nocardatall"), { godan: 1 });
  await payByCard(testServices, { orderId: upi.providerOrderId, by: { method: "upi", vpa: "asha.rao@okbank" } });
  await settle(upi.providerOrderId);
  const told = await orderOf(services, cartOf("toldanyway"), { godan: 1 });
  await payAtRazorpay(testServices, told.providerOrderId);
  listen({ card: { network: "RuPay", last4: "2004" } });
  await settle(told.providerOrderId);
  expect(await paymentsOf(told.providerOrderId)).toMatchObject([{ card: "RuPay2004" }]);
  listen({});
  await db.execute(
    sql`update payments set card_network = '', card_last4 = '', forgotten_at = now() where id = ${paymentId}`,
  );
  await settle(providerOrderId);
  expect(asked).toHaveLength(1);
});

test("a card that pays in instalments is learned like any other", async () => {
  const { providerOrderId } = await orderOf(services, cartOf("instalments"), { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  changePayments({ method: "emi" });
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "paid" });
  expect(await paymentsOf(providerOrderId)).toMatchObject([{ method: "emi", card: "Visa1007" }]);
});

test.each<[OtherMethod, string, string]>([
  [{ method: "upi", vpa: "asha.rao@okbank" }, "Paid from your UPI account", "as•••@okbank"],
  [{ method: "netbanking", bank: "HDFC" }, "Paid from your bank account", ""],
  [{ method: "wallet", wallet: "payzapp" }, "Paid from your wallet", ""],
])("a payment by %j pays its order and is told in words", async (by, words, handle) => {
  const cart = cartOf(`pays by ${by.method}`.replaceAll(" ", ""));
  const { number, providerOrderId } = await orderOf(services, cart, { godan: 1 });
  await payByCard(testServices, { orderId: providerOrderId, by });
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "paid" });
  expect(await paymentsOf(providerOrderId)).toEqual([{ method: by.method, status: "captured", card: "", handle }]);
  expect(paidBy((await findOrder(db, number, { cartToken: cart }))!.payment!, "Razorpay")).toBe(words);
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
    const paymentId = await payAtRazorpay(testServices, first.providerOrderId);
    expect(await settle(first.providerOrderId)).toMatchObject({ outcome: "review" });
    const { amount } = standIn.ledger().payments.find(({ id }) => id === paymentId)!;
    expect(amount < first.totalPaise).toBe(how === "less");
    const [alert] = await alertsAbout(db, first.number);
    expect(told.exec(alert!)?.slice(1)).toEqual([formatPaise(amount), formatPaise(first.totalPaise)]);

    const again = await order(services, cart);
    expect(again.providerOrderId).not.toBe(first.providerOrderId);
    await payAtRazorpay(testServices, again.providerOrderId);
    expect(await settle(again.providerOrderId)).toMatchObject({ outcome: "paid" });
    expect([await stateOf(db, first.number), await stateOf(db, again.number)]).toEqual(["superseded", "paid"]);

    await processRefunds(services);
    expect(await refundsOf(db, first.number)).toEqual([{ amount, reason: "mismatch", state: "processed" }]);
    expect(await refundsOf(db, again.number)).toEqual([]);
  },
);

test("a payment that does not fit and could not be sent back holds no copies when the time is up", async () => {
  await setStock(db, "jejuri", 3);
  const { number, providerOrderId } = await orderOf(services, cartOf("holdsnone"), { jejuri: 1 });
  standIn.setFault("offer", true);
  await payAtRazorpay(testServices, providerOrderId);
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "review" });
  const orderId = await orderIdOf(db, number);
  await db.execute(sql`update refunds set state = 'failed' where order_id = ${orderId}`);
  await expireOrder(services, orderId);
  expect(await stateOf(db, number)).toBe("expired");
  expect(await readStock(db, "jejuri")).toEqual({ onHand: 3, reserved: 0 });
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "review" });
  expect(await alertsAbout(db, number)).toHaveLength(1);
});

test("of a payment of which a part went back before the shop heard of it, only the rest goes back", async () => {
  const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf("partgone"), { godan: 1 });
  const paymentId = await payAtRazorpay(testServices, providerOrderId);
  await refundOnDashboard(testServices, paymentId, 100);
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "review" });
  await processRefunds(services);
  expect(await refundsOf(db, number)).toEqual([
    { amount: totalPaise - 100, reason: "mismatch", state: "processed" },
    { amount: 100, reason: "elsewhere", state: "processed" },
  ]);
});

test("of two payments that are there at the first look one goes back at once", async () => {
  const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf("atonce"), { godan: 1 });
  standIn.setFault("secondSuccess", { outcome: "captured" });
  await payAtRazorpay(testServices, providerOrderId);
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "paid" });
  expect(await refundsOf(db, number)).toMatchObject([{ amount: totalPaise, reason: "duplicate" }]);
});

test("money that names another Razorpay order is not sent back, a person decides", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("otherorder"), { godan: 1 });
  const paymentId = await payAtRazorpay(testServices, providerOrderId);
  changePayments({ order_id: "order_ofSomebodyElse" });
  for (let look = 0; look < 2; look += 1) expect(await settle(providerOrderId)).toMatchObject({ outcome: "review" });
  expect(await refundsOf(db, number)).toEqual([]);
  const told = `Payment ${paymentId} was captured but does not match the order. It names the Razorpay order order_ofSomebodyElse.`;
  expect(await alertsAbout(db, number)).toEqual([told]);
});

test("of money in another currency no sum in rupees is told, and what is too little to go back is a person's", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("dollars"), { godan: 1 });
  const paymentId = await payAtRazorpay(testServices, providerOrderId);
  changePayments({ currency: "USD", amount: 99 });
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "review" });
  const told = `Payment ${paymentId} was captured but does not match the order. Check it on Razorpay’s dashboard.`;
  expect(await alertsAbout(db, number)).toEqual([told]);
});

test("a payment that failed hides neither that another is on its way nor that another went back", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("besides"), { godan: 1 });
  await payByCard(testServices, { orderId: providerOrderId, card: "4100280000060003", choice: "failure" });
  const paymentId = await payAtRazorpay(testServices, providerOrderId);
  wire.change = (path, answer) =>
    path.endsWith("/payments")
      ? {
          ...answer,
          items: answer.items.map((item: { id: string }) =>
            item.id === paymentId ? { ...item, status: "authorized" } : item,
          ),
        }
      : { ...answer, status: "attempted", amount_paid: 0 };
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "confirming" });
  wire.change = null;
  await refundOnDashboard(testServices, paymentId);
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "unpaid" });
  await expireOrder(services, await orderIdOf(db, number));
  expect(await stateOf(db, number)).toBe("expired");
});

test.each([
  ["by its status alone", { status: "paid", amount_paid: 0 }],
  ["by its sum alone", { status: "attempted", amount_paid: 100 }],
])("an order that is told to be paid %s, and no payment, is being confirmed", async (how, told) => {
  const { providerOrderId } = await orderOf(services, cartOf(how.replaceAll(" ", "")), { godan: 1 });
  wire.change = (path, answer) => (path.endsWith(providerOrderId) ? { ...answer, ...told } : answer);
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "confirming" });
});

test("a payment takes what was paid out of its own cart, and nothing out of any other", async () => {
  await setStock(db, "jejuri", 9);
  const [cart, ...others] = [cartOf("emptied"), cartOf("fewer"), cartOf("more")];
  const { providerOrderId } = await orderOf(services, cart, { godan: 2 });
  await fillCart(db, cart, { jejuri: 5 });
  await fillCart(db, others[0]!, { godan: 1 });
  await fillCart(db, others[1]!, { godan: 5 });
  const cartsOf = async (tokens: string[]) => {
    const hashes = tokens.map((token) => hashSecret(token));
    const { rows } = await db.execute(sql`
      select c.version, array(select l.book_id || ' ' || l.quantity from cart_lines l where l.cart_id = c.id) as lines
      from carts c where c.token_hash = any(${hashes}) order by c.id`);
    return rows;
  };
  const before = await cartsOf(others);
  expect(before).toMatchObject([{ lines: ["godan 1"] }, { lines: ["godan 5"] }]);
  await payAtRazorpay(testServices, providerOrderId);
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "paid" });
  expect(await cartsOf([cart])).toMatchObject([{ lines: ["jejuri 5"] }]);
  expect(await cartsOf(others)).toEqual(before);
});

test("an order that another reader paid later does not keep a late payment from being honoured", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("lateone"), { godan: 1 });
  await expireOrder(services, await orderIdOf(db, number));
  await paidOrder(testServices, "somebodyelse", { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  expect(await settle(providerOrderId)).toMatchObject({ outcome: "paid" });
});

test("of two payments by two Razorpay orders that are told at the same moment one pays, the other goes back", async () => {
  for (let tries = 0; tries < 5; tries += 1) {
    const placed = await orderOf(services, cartOf(`bothattempts${tries}`), { godan: 1 });
    const orderId = await orderIdOf(db, placed.number);
    const again = await openAgain(placed);
    for (const id of [placed.providerOrderId, again]) await payAtRazorpay(testServices, id);
    await warm(testServices.pool, 2);
    const told = await Promise.all([settle(placed.providerOrderId), settle(again)]);
    expect(told).toMatchObject([{ outcome: "paid" }, { outcome: "paid" }]);
    expect(await refundsOf(db, placed.number)).toMatchObject([{ amount: placed.totalPaise, reason: "duplicate" }]);
    expect(await count(db, sql`select -sum(delta) as count from stock_moves where order_id = ${orderId}`)).toBe(1);
  }
});

/** Opens an order a second time at Razorpay. */
async function openAgain({ number, totalPaise }: OpenOrder): Promise<string> {
  const opening = orderOpening({ amountPaise: totalPaise, receipt: `${number}-again`, shopOrder: number });
  const { id } = await services.paymentProviders[0].createOrder(opening);
  await db.execute(sql`
    insert into payment_attempts (id, order_id, receipt, amount_paise, status)
    values (${id}, ${await orderIdOf(db, number)}, ${opening.receipt}, ${totalPaise}, 'created')`);
  return id;
}
