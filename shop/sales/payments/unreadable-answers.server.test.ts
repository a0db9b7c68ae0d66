/** Tests of answers of Razorpay with unreadable rows. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { expectErrors } from "#tests/support/expect-errors.ts";
import {
  alertsAbout,
  orderIdOf,
  orderOpening,
  paidOrder,
  passRefundWait,
  payAtRazorpay,
  refundsAtRazorpay,
  refundsOf,
} from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock, readStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { expireReservations } from "./reconcile.server.ts";
import { requestRefund, sendDueRefunds } from "./refunds.server.ts";
import { expireOrder, settlePayment } from "./settle-payment.server.ts";

const testServices = await openTestServices();
const { db, services, standIn, wire } = testServices;
await setStock(db, "godan", 100);

afterEach(async () => {
  wire.change = null;
  standIn.setFault("forgottenKey", null);
  await db.execute(sql`delete from refunds where state = 'requested'`); // unsent refunds
  expect(await findBreaches(db)).toEqual([]);
});

/** Changes every row of the lists at the matching paths. */
function changeRows(isChanged: (path: string) => boolean, change: (row: object) => unknown[]) {
  wire.change = (path, answer) =>
    isChanged(path) && Array.isArray(answer.items) ? { ...answer, items: answer.items.flatMap(change) } : answer;
}

test.each<[how: string, change: (row: object) => unknown[]]>([
  ["cannot be read", (row) => [{ ...row, amount: "a lot" }]],
  ["is in a status that nobody knows", (row) => [{ ...row, status: "on_hold" }]],
  ["is not listed", () => []],
])(
  "an order paid at Razorpay whose payment %s stays open, and is a person's once its time is up",
  async (how, change) => {
    if (how === "cannot be read") expectErrors();
    const book = { "cannot be read": "jejuri", "is not listed": "tamas" }[how] ?? "matilda";
    await setStock(db, book, 3);
    const { number, providerOrderId } = await orderOf(services, cartOf(book), { [book]: 1 });
    await payAtRazorpay(testServices, providerOrderId);
    changeRows((path) => path.endsWith("/payments"), change);

    expect(await settlePayment(services, providerOrderId, "browser")).toMatchObject({ outcome: "confirming" });
    await expireOrder(services, await orderIdOf(db, number));
    expect(await alertsAbout(db, number)).toEqual([]);

    await db.execute(sql`update orders set reserved_until = now() - interval '1 minute' where number = ${number}`);
    for (let look = 0; look < 2; look += 1) {
      await db.execute(sql`update payment_attempts set checked_at = null where id = ${providerOrderId}`);
      await expireReservations(services);
    }
    expect(await stateOf(db, number)).toBe("pending_payment");
    expect(await readStock(db, book)).toEqual({ onHand: 3, reserved: 1 });
    const told = `Razorpay says that its order ${providerOrderId} is paid, but not by which payment. Look at it there. The copies of the order stay reserved until it is paid or cancelled.`;
    expect(await alertsAbout(db, number)).toEqual([told]);

    wire.change = null;
    expect(await settlePayment(services, providerOrderId, "reconciler")).toMatchObject({ outcome: "paid" });
  },
);

test("a second payment that cannot be read calls for a person, though its order is paid", async () => {
  expectErrors();
  const paid = await paidOrder(testServices, "secondunread", { godan: 1 });
  const again = await services.paymentProviders[0].createOrder(
    orderOpening({ amountPaise: paid.totalPaise, receipt: `${paid.number}-again`, shopOrder: paid.number }),
  );
  await db.execute(sql`
    insert into payment_attempts (id, order_id, receipt, amount_paise, status)
    values (${again.id}, ${paid.id}, ${paid.number}, ${paid.totalPaise}, 'created')`);
  await payAtRazorpay(testServices, again.id);
  await db.execute(sql`update orders set reserved_until = now() - interval '1 minute' where number = ${paid.number}`);
  changeRows(
    (path) => path.endsWith("/payments"),
    (row) => [{ ...row, amount: "a lot" }],
  );
  for (const attempt of [paid.providerOrderId, again.id])
    expect(await settlePayment(services, attempt, "reconciler")).toMatchObject({ outcome: "paid" });
  const told = `Razorpay says that its order ${again.id} is paid, but not by which payment. Look at it there.`;
  expect(await alertsAbout(db, paid.number)).toEqual([told]);

  wire.change = null;
  await settlePayment(services, again.id, "reconciler");
  expect(await refundsOf(db, paid.number)).toMatchObject([{ reason: "duplicate" }]);
});

test("an order whose time is up calls nobody while its payment is seen, promised or captured", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("seen"), { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  await db.execute(sql`update orders set reserved_until = now() - interval '1 minute' where number = ${number}`);
  changeRows(
    (path) => path.endsWith("/payments"),
    (row) => [{ ...row, status: "authorized" }],
  );
  expect(await settlePayment(services, providerOrderId, "webhook")).toMatchObject({ outcome: "confirming" });
  wire.change = null;
  expect(await settlePayment(services, providerOrderId, "webhook")).toMatchObject({ outcome: "paid" });
  expect(await alertsAbout(db, number)).toEqual([]);
});

test("a refund that was made and cannot be read is not made again", async () => {
  expectErrors();
  const { number, paymentId } = await paidOrder(testServices, "unreadable", { godan: 1 });
  await inTransaction(db, (tx) =>
    requestRefund(tx, { paymentId, amountPaise: 7200, reason: "bookseller", at: new Date() }),
  );
  standIn.setFault("lostRefund", true);
  await sendDueRefunds(services);
  standIn.setFault("forgottenKey", { times: "always" });
  changeRows(
    (path) => path.endsWith("/refunds"),
    (row) => [{ ...row, amount: "a lot" }],
  );
  await passRefundWait(db);
  await sendDueRefunds(services);
  expect(refundsAtRazorpay(testServices, paymentId)).toHaveLength(1);
  expect(await refundsOf(db, number)).toMatchObject([{ state: "requested" }]);

  wire.change = null;
  await passRefundWait(db);
  await sendDueRefunds(services);
  expect(refundsAtRazorpay(testServices, paymentId)).toHaveLength(1);
  expect(await refundsOf(db, number)).toMatchObject([{ state: "pending" }]);
});

test("a refund behind a hundred newer ones of its payment is found", async () => {
  const { providerOrderId: orderId, paymentId } = await paidOrder(testServices, "hundred", { godan: 10 });
  const payment = { orderId, paymentId };
  const receipts = Array.from({ length: 101 }, (_, at) => `rf_hundred_${at}`);
  for (const idempotencyKey of receipts)
    await services.paymentProviders[0].createRefund({
      ...payment,
      amountPaise: 100,
      idempotencyKey,
      reason: "bookseller",
    });
  expect(await services.paymentProviders[0].findRefund(payment, receipts[0]!)).toMatchObject({
    receipt: receipts[0],
  });
  expect(await services.paymentProviders[0].findRefund(payment, "rf_never_made")).toBeNull();
});

test("whether Razorpay has an order is not known while one of that receipt cannot be read", async () => {
  expectErrors();
  const opening = orderOpening({ amountPaise: 50_000, receipt: "EP-UNREADABLE", shopOrder: "EP-UNREADABLE" });
  const opened = await services.paymentProviders[0].createOrder(opening);
  const refusal = { path: "/v1/orders", status: 400 };
  standIn.setFault("serverError", refusal);
  expect(await services.paymentProviders[0].createOrder(opening)).toMatchObject({ id: opened.id });
  standIn.setFault("serverError", refusal);
  changeRows(
    (path) => path.endsWith("/orders"),
    (row) => [{ ...row, amount: "a lot" }],
  );
  await expect(services.paymentProviders[0].createOrder(opening)).rejects.toMatchObject({ kind: "unreachable" });
});
