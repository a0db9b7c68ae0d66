import { sql } from "#db/sql.ts";

import { payableStates } from "#shop/sales/orders/order-state.ts";
import type { Db } from "#db/connect.ts";
import type { PaymentProvider, ProviderOrder, ProviderPayment } from "./payment-provider.ts";

/**
 * Captures an authorized payment of a payable order. A provider captures automatically for some minutes only, and
 * returns uncaptured payments after some days. Returns the payments with their new status; payments that do not match
 * the order are left to expire.
 */
export async function captureLate(
  db: Db,
  provider: PaymentProvider,
  opened: ProviderOrder,
  payments: ProviderPayment[],
): Promise<ProviderPayment[]> {
  const promised = payments.filter(({ status, orderId }) => status === "authorized" && orderId === opened.id);
  if (promised.length === 0 || payments.some((payment) => payment.status === "captured")) return payments;
  const { rows } = await db.execute<{ totalPaise: string }>(sql`
    select o.total_paise - o.online_saving_paise as total_paise from orders o join payment_attempts a on a.order_id = o.id
    where a.id = ${opened.id} and o.state = any(${payableStates}::text[])`);
  const total = Number(rows[0]?.totalPaise);
  const fitting = promised.find(({ amountPaise, currency }) => amountPaise === total && currency === "INR");
  if (!fitting) return payments;
  try {
    const captured = await provider.capturePayment({ orderId: opened.id, paymentId: fitting.id }, total);
    return payments.map((payment) => (payment.id === captured.id ? captured : payment));
  } catch (error) {
    console.error(`Payment ${fitting.id} could not be captured and will be tried again at the next check`, error);
    return payments;
  }
}
