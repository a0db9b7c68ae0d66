/** Tests of deleting a reader's account: orders, returns and refunds that prevent it, and concurrent changes. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { mergeCart } from "#shop/sales/cart/merge-cart.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { requestRefund } from "#shop/sales/payments/refunds.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { acceptReturn, receiveReturn, refuseReturn } from "#shop/sales/returns/answer-return.server.ts";
import { askReturn } from "#shop/sales/returns/ask-return.server.ts";
import { passRefundWait, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { cartOf, delivery, fillCart, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { waitUntilBlocked } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deleteAccount, openOrders } from "./delete-account.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await setStock(db, "godan", 50);

const day = 24 * 60 * 60 * 1000;
const after = (days: number) => new Date(Date.now() + days * day);

/** Adds a reader with an order that waits for payment. */
async function readerWithOrder(name: string) {
  const readerId = await addReader(db, name);
  await fillCart(db, { readerId }, { godan: 2 });
  const placed = await placeOrder(services, { readerId }, delivery);
  if (!placed.ok) throw new Error(placed.reason);
  const { number, providerOrderId } = placed.order;
  const isOpen = async (now = new Date()) => {
    const numbers = await openOrders(db, readerId, now);
    expect([[], [number]]).toContainEqual(numbers);
    return numbers.length === 1;
  };
  return { readerId, number, providerOrderId, isOpen };
}

async function pay({ providerOrderId }: { providerOrderId: string }) {
  await payAtRazorpay(testServices, providerOrderId);
  await settlePayment(services, providerOrderId, "browser");
}

const ship = (number: string) =>
  shipOrder(services, number, { carrier: "Blue Dart", trackingNumber: "BD1", trackingUrl: "" });

/** Adds a reader with a delivered order. */
async function readerWithBooks(name: string) {
  const one = await readerWithOrder(name);
  await pay(one);
  await ship(one.number);
  await deliverOrder(services, one.number);
  return one;
}

test("an order needs its reader until it has come, at the latest thirty days after it left", async () => {
  const one = await readerWithOrder("waits");
  expect(await one.isOpen()).toBe(true);
  expect(await openOrders(db, await addReader(db, "orders-nothing"), new Date())).toEqual([]);
  await pay(one);
  expect(await one.isOpen()).toBe(true);
  await ship(one.number);
  expect(await one.isOpen(after(29.9))).toBe(true);
  expect(await one.isOpen(after(30.1))).toBe(false);
  await deliverOrder(services, one.number);
  expect(await one.isOpen()).toBe(false);
});

test("an order needs its reader while a return is open", async () => {
  const one = await readerWithBooks("returns");
  const ask = async () => {
    const input = { bookId: "godan", quantity: 1, reason: "damaged" as const, words: "A torn cover" };
    const asked = await askReturn(services, { number: one.number, by: { readerId: one.readerId }, input });
    if (!asked.ok) throw new Error(asked.reason);
    return asked.returnId;
  };
  const refused = await ask();
  expect(await one.isOpen()).toBe(true);
  await refuseReturn(services, refused, "It was read.");
  expect(await one.isOpen()).toBe(false);
  const accepted = await ask();
  await acceptReturn(services, accepted, { isKept: false, answer: "" });
  expect(await one.isOpen()).toBe(true);
  await receiveReturn(services, accepted, { isFit: true });
  await passRefundWait(db);
  await processRefunds(services);
  expect(await one.isOpen()).toBe(false);
});

test("an order needs its reader while money is on its way back", async () => {
  const one = await readerWithBooks("refunds");
  await refundOrder(services, one.number, 5000, "");
  expect(await one.isOpen()).toBe(true);
  const become = (state: string) =>
    db.execute(
      sql`update refunds set state = ${state} where order_id = (select id from orders where number = ${one.number})`,
    );
  await become("pending");
  expect(await one.isOpen()).toBe(true);
  await become("requested");
  await passRefundWait(db);
  await processRefunds(services);
  expect(await one.isOpen()).toBe(false);
});

const asReader = (id: number, name: string) => ({
  id,
  name,
  email: `${name}@example.com`,
  phone: null,
  pictureUrl: null,
});

test("money that is sent back while an account is being deleted keeps it, until the money is there", async () => {
  const one = await readerWithBooks("refunded-meanwhile");
  let deletion: ReturnType<typeof deleteAccount> | undefined;
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select from orders where number = ${one.number} for update`);
    deletion = deleteAccount(services, asReader(one.readerId, "refunded-meanwhile"), "DELETE");
    await waitUntilBlocked(db);
    const { rows } = await tx.execute<{ id: string }>(sql`
      select p.id from payments p join orders o on o.id = p.order_id where o.number = ${one.number}`);
    expect(await requestRefund(tx, { paymentId: rows[0]!.id, reason: "bookseller", at: new Date() })).toMatchObject({
      ok: true,
    });
  });
  expect(await deletion).toEqual({ ok: false, reason: "open-orders", numbers: [one.number] });
});

test("an order that comes to a reader while the account is being deleted keeps it", async () => {
  const readerId = await addReader(db, "joined-meanwhile");
  const { number } = await orderOf(services, cartOf("joins-meanwhile"), { godan: 1 });
  let deletion: ReturnType<typeof deleteAccount> | undefined;
  await inTransaction(db, async (tx) => {
    await mergeCart(tx, cartOf("joins-meanwhile"), readerId, services.now());
    deletion = deleteAccount(services, asReader(readerId, "joined-meanwhile"), "DELETE");
    await waitUntilBlocked(db);
  });
  expect(await deletion).toEqual({ ok: false, reason: "open-orders", numbers: [number] });
});

test("what waits for a reader by their address goes with them, whatever its letters; nobody else's does", async () => {
  const readerId = await addReader(db, "going", "Going@Example.com");
  const waits = async () => {
    const { rows } = await db.execute<{ email: string }>(sql`select email from stock_requests order by email`);
    return rows.map(({ email }) => email);
  };
  for (const email of ["going@example.com", "staying@example.com"])
    await db.execute(sql`insert into stock_requests (book_id, email) values ('indica', ${email})`);
  const reader = { id: readerId, name: "going", email: "Going@Example.com", phone: null, pictureUrl: null };
  expect(await deleteAccount(services, reader, "delete")).toEqual({ ok: false, reason: "word" });
  expect(await waits()).toHaveLength(2);
  expect(await deleteAccount(services, reader, " DELETE ")).toEqual({ ok: true });
  expect(await waits()).toEqual(["staying@example.com"]);
  // The form is submitted a second time, from another tab.
  expect(await deleteAccount(services, reader, "DELETE")).toEqual({ ok: true });
  const { rows } = await db.execute(sql`select from outbox where kind = 'account-deleted'`);
  expect(rows).toHaveLength(1);
});
