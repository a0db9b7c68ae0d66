import { sql } from "#db/sql.ts";

import { payableStates } from "#shop/sales/orders/order-state.ts";
import type { Services } from "#shop/services.ts";
import type { RazorpayOrder, RazorpayPayment } from "./razorpay.server.ts";

/**
 * Captures authorized payments that were not captured: Razorpay captures automatically for 20 minutes only, and
 * gives back after three days what was never captured. Returns the payments as they stand then; what cannot be used is
 * left alone, and goes back by itself.
 */
export async function captureLate(
  { db, razorpay }: Services,
  razorpayOrder: RazorpayOrder,
  payments: RazorpayPayment[],
): Promise<RazorpayPayment[]> {
  const promised = payments.filter(
    (payment) => payment.status === "authorized" && payment.order_id === razorpayOrder.id,
  );
  if (promised.length === 0 || payments.some((payment) => payment.status === "captured")) return payments;
  const { rows } = await db.execute<{ totalPaise: string }>(sql`
    select o.total_paise from orders o join payment_attempts a on a.order_id = o.id
    where a.id = ${razorpayOrder.id} and o.state = any(${payableStates}::text[])`);
  const total = Number(rows[0]?.totalPaise);
  const fitting = promised.find(({ amount, currency }) => amount === total && currency === "INR");
  if (!fitting) return payments;
  try {
    const captured = await razorpay.capturePayment(fitting.id, total);
    return payments.map((payment) => (payment.id === captured.id ? { ...payment, ...captured } : payment));
  } catch (error) {
    console.error(`Payment ${fitting.id} could not be captured and will be tried again at the next check`, error);
    return payments;
  }
}
