import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import type { ProviderPayment } from "./payment-provider.ts";
import { nameProvider } from "./provider-names.ts";
import { requestRefund, type RefundReason } from "./refunds.server.ts";

/**
 * Refunds the rest of a payment and raises an alert with the reason; idempotent. A failed refund is left to a person.
 * `at` is the time of the cause.
 */
export async function refundPayment(
  tx: Db,
  { id: orderId, at }: { id: string; at: Date },
  payment: ProviderPayment,
  reason: RefundReason,
  message: string,
): Promise<void> {
  const { id: paymentId, amountPaise, refundedPaise, provider } = payment;
  const { rows: failed } = await tx.execute(
    sql`select from refunds where payment_id = ${paymentId} and state = 'failed' limit 1`,
  );
  if (failed.length > 0) return;
  const refund = await requestRefund(tx, { paymentId, amountPaise: amountPaise - refundedPaise, reason, at });
  const ending = refund.ok ? "It is refunded in full." : `Check it on ${nameProvider(provider)}’s dashboard.`;
  await raiseAlert(tx, { kind: "payment", orderId, message: `${message} ${ending}`, subject: paymentId });
}
