import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { OpenOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import type { OrderOpening } from "#shop/sales/payments/payment-provider.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { cartOf, count, delivery, orderOf } from "./sale.ts";
import { publicUrl, type TestServices } from "#tests/support/shop/test-services.ts";

/** A paid order whose payment the shop knows. */
export interface PaidOrder extends OpenOrder {
  id: number;
  /** `pay_...` */
  paymentId: string;
  cart: string;
}

/** An order to be opened at a provider. */
export function orderOpening(opening: Pick<OrderOpening, "amountPaise" | "receipt" | "shopOrder">): OrderOpening {
  const { name, email, phone } = delivery;
  const expiresAt = new Date(Date.now() + 25 * 60_000);
  return { ...opening, reader: { name, email, phone }, returnUrl: `${publicUrl}/payments/return`, expiresAt };
}

/** Pays at Razorpay without a report to the shop; returns the payment's id. */
export async function payAtRazorpay(testServices: TestServices, providerOrderId: string): Promise<string> {
  const { status, body } = await payByCard(testServices, { orderId: providerOrderId });
  if (status !== 200) throw new Error(`The test's payment was refused: ${JSON.stringify(body)}`);
  return body.razorpay_payment_id;
}

/** Places and pays an order for these books. */
export async function paidOrder(
  testServices: TestServices,
  reader: string,
  books: Record<string, number>,
): Promise<PaidOrder> {
  const { services, db } = testServices;
  const cart = cartOf(reader);
  const placed = await orderOf(services, cart, books);
  const paymentId = await payAtRazorpay(testServices, placed.providerOrderId);
  const { outcome } = await settlePayment(services, placed.providerOrderId, "browser");
  if (outcome !== "paid") throw new Error(`The order of the test is ${outcome}`);
  return { ...placed, id: await orderIdOf(db, placed.number), paymentId, cart };
}

export async function orderIdOf(db: Db, number: string): Promise<number> {
  return count(db, sql`select id as count from orders where number = ${number}`);
}

/** A row of the table of refunds. */
export interface RefundRow {
  amount: number;
  reason: string;
  state: string;
}

/** The refunds of an order, oldest first. */
export async function refundsOf(db: Db, number: string): Promise<RefundRow[]> {
  const { rows } = await db.execute<RefundRow>(sql`
    select r.amount_paise::int as amount, r.reason, r.state from refunds r join orders o on o.id = r.order_id
    where o.number = ${number} order by r.id`);
  return rows;
}

/** The kinds of letters about an order, oldest first. */
export async function lettersOf(db: Db, number: string): Promise<string[]> {
  const { rows } = await db.execute<{ kind: string }>(sql`
    select b.kind from outbox b join orders o on o.id = b.order_id where o.number = ${number} order by b.id`);
  return rows.map((row) => row.kind);
}

/** The alerts about an order. */
export async function alertsAbout(db: Db, number: string): Promise<string[]> {
  const { rows } = await db.execute<{ message: string }>(sql`
    select a.message from alerts a join orders o on o.id = a.order_id where o.number = ${number} order by a.id`);
  return rows.map((row) => row.message);
}

/** Makes requested refunds due, as after the wait before a retry. */
export async function passRefundWait(db: Db): Promise<void> {
  await db.execute(sql`update refunds set due_at = now() where state = 'requested'`);
}

/** Refunds a payment on Razorpay's dashboard; without an amount, all that is not refunded yet. */
export async function refundOnDashboard(
  testServices: TestServices,
  paymentId: string,
  amountPaise?: number,
): Promise<void> {
  const fields = { do: "refund", payment_id: paymentId, ...(amountPaise === undefined ? {} : { amount: amountPaise }) };
  const response = await testServices.standIn.fetch(
    new Request(`${testServices.origin}/control/dashboard`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    }),
  );
  if (response.status !== 200) throw new Error(`The dashboard refused: ${await response.text()}`);
}

/** The refunds of a payment in Razorpay's ledger. */
export function refundsAtRazorpay(testServices: TestServices, paymentId: string) {
  return testServices.standIn.ledger().refunds.filter((refund) => refund.payment_id === paymentId);
}
