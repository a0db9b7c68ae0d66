/** Tests of capturing authorized payments that the provider did not capture automatically. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test, vi } from "vitest";

import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import type { OpenOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { cartOf, count, orderOf, setStock, readStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { expireOrder, settlePayment } from "./settle-payment.server.ts";

const testServices = await openTestServices();
const { db, services, standIn, wire } = testServices;

afterEach(async () => {
  wire.change = null;
  for (const fault of ["authorizedOnly", "lostCapture", "offer"]) standIn.setFault(fault, null);
  expect(await findBreaches(db)).toEqual([]);
});

/** An order with a payment that is authorized but not captured. */
async function promisedOrder(reader: string, book = "godan"): Promise<OpenOrder> {
  const placed = await orderOf(services, cartOf(reader.replaceAll(" ", "")), { [book]: 1 });
  standIn.setFault("authorizedOnly", true);
  await payByCard(testServices, { orderId: placed.providerOrderId });
  return placed;
}

const paymentOf = (placed: OpenOrder) =>
  standIn.ledger().payments.find((payment) => payment.order_id === placed.providerOrderId);

async function expire(placed: OpenOrder) {
  const { rows } = await db.execute<{ id: string }>(sql`select id from orders where number = ${placed.number}`);
  await expireOrder(services, Number(rows[0]!.id));
}

test("a promised payment is left to Razorpay at first, and captured when the order's time is up", async () => {
  await setStock(db, "godan", 3);
  const placed = await promisedOrder("promised");
  expect(await settlePayment(services, placed.providerOrderId, "webhook")).toMatchObject({ outcome: "confirming" });
  expect(paymentOf(placed)).toMatchObject({ status: "authorized" });

  await expire(placed);
  expect(await stateOf(db, placed.number)).toBe("paid");
  expect(paymentOf(placed)).toMatchObject({ status: "captured", captured: true });
  expect(await readStock(db, "godan")).toEqual({ onHand: 2, reserved: 0 });
});

test("a capture whose answer got lost is not asked for twice", async () => {
  await setStock(db, "godan", 3);
  const placed = await promisedOrder("lost capture");
  standIn.setFault("lostCapture", true);
  await expire(placed);
  expect(await stateOf(db, placed.number)).toBe("paid");
});

test("a payment that cannot be captured just now leaves the order open, and is captured with a later look", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await setStock(db, "godan", 3);
  const placed = await promisedOrder("refused capture");
  standIn.setFault("serverError", { path: "/v1/payments/", times: 2 });
  await expire(placed);
  expect(await stateOf(db, placed.number)).toBe("pending_payment");
  expect(said).toHaveBeenCalledOnce();
  said.mockRestore();
  await expire(placed);
  expect(await stateOf(db, placed.number)).toBe("paid");
});

test("money promised when the copies are gone is taken and given back, and a letter says so", async () => {
  await setStock(db, "godan", 1);
  const placed = await orderOf(services, cartOf("too late"), { godan: 1 });
  await expire(placed);
  await setStock(db, "godan", 0);
  standIn.setFault("authorizedOnly", true);
  await payByCard(testServices, { orderId: placed.providerOrderId });
  expect(await settlePayment(services, placed.providerOrderId, "reconciler")).toMatchObject({ outcome: "review" });
  expect(await stateOf(db, placed.number)).toBe("refund_pending");
  const letters = sql`select count(*) from outbox b join orders o on o.id = b.order_id
    where o.number = ${placed.number} and b.kind = 'order-sold-out'`;
  expect(await count(db, letters)).toBe(1);
});

test("a second payment that is promised for an order whose money is there is never taken", async () => {
  await setStock(db, "godan", 3);
  const placed = await orderOf(services, cartOf("second promise"), { godan: 1 });
  standIn.setFault("secondSuccess", { outcome: "captured" });
  await payByCard(testServices, { orderId: placed.providerOrderId });
  const asked: string[] = [];
  wire.change = (path, answer) => {
    asked.push(path);
    if (path !== `/v1/orders/${placed.providerOrderId}/payments`) return answer;
    // Razorpay has not captured the newer payment yet.
    const [newer, older] = answer.items;
    return { ...answer, items: [{ ...newer, status: "authorized", captured: false }, older] };
  };
  expect(await settlePayment(services, placed.providerOrderId, "reconciler")).toMatchObject({ outcome: "paid" });
  wire.change = null;
  expect(asked.filter((path) => path.endsWith("/capture"))).toEqual([]);
  await settlePayment(services, placed.providerOrderId, "reconciler"); // both are captured now: one is refunded
});

test("money promised for a cancelled order is never taken", async () => {
  await setStock(db, "godan", 3);
  const placed = await promisedOrder("cancelled");
  await cancelOrder(services, { number: placed.number, by: "link", cause: "reader" });
  await settlePayment(services, placed.providerOrderId, "reconciler");
  expect(paymentOf(placed)).toMatchObject({ status: "authorized", captured: false });
});

test.each<[what: string, fault: "offer" | null, change: object]>([
  ["another sum", "offer", {}],
  ["another currency", null, { currency: "USD" }],
  ["another order", null, { order_id: "order_ofSomebodyElse" }],
])("money promised for %s is left alone, and goes back by itself", async (what, fault, change) => {
  await setStock(db, "tamas", 3);
  if (fault) standIn.setFault(fault, true);
  const placed = await promisedOrder(what, "tamas");
  const asked: string[] = [];
  wire.change = (path, answer) => {
    asked.push(path);
    return path.endsWith("/payments")
      ? { ...answer, items: answer.items.map((item: object) => ({ ...item, ...change })) }
      : answer;
  };
  await expire(placed);
  expect(asked.filter((path) => path.endsWith("/capture"))).toEqual([]);
  expect(paymentOf(placed)).toMatchObject({ status: "authorized", captured: false });
  expect(await stateOf(db, placed.number)).toBe("pending_payment");
});

test("a promised payment is captured for what its own order costs, whatever others cost", async () => {
  await setStock(db, "jejuri", 20);
  for (const copies of [3, 5]) await orderOf(services, cartOf(`costs${copies}`), { jejuri: copies });
  const placed = await orderOf(services, cartOf("costs4"), { jejuri: 4 });
  standIn.setFault("authorizedOnly", true);
  await payByCard(testServices, { orderId: placed.providerOrderId });
  await expire(placed);
  expect(await stateOf(db, placed.number)).toBe("paid");
});

test("a payment that failed is not captured", async () => {
  await setStock(db, "godan", 3);
  const placed = await orderOf(services, cartOf("failed"), { godan: 1 });
  await payByCard(testServices, { orderId: placed.providerOrderId, card: "4100280000060003", choice: "failure" });
  const asked: string[] = [];
  wire.change = (path, answer) => {
    asked.push(path);
    return answer;
  };
  await expire(placed);
  expect(asked.filter((path) => path.endsWith("/capture"))).toEqual([]);
  expect(await stateOf(db, placed.number)).toBe("expired");
});
