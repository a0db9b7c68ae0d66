import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { moveOrder } from "#shop/sales/orders/move-order.server.ts";
import { refundableStates, type MoveCause } from "#shop/sales/orders/order-state.ts";
import { nameProvider } from "./provider-names.ts";
import type { EndedRefund } from "./refunds.server.ts";

/**
 * Handles the end of refunds: raises alerts for failed ones, sends letters, and ends orders that are refunded in full.
 */
export async function followRefunds(
  tx: Db,
  orderId: number,
  ended: EndedRefund[],
  cause: MoveCause,
  at: Date,
): Promise<void> {
  for (const refund of ended) {
    if (refund.state === "failed") {
      const message = `Refund ${refund.id} failed at ${nameProvider(refund.provider)}; the reader still waits for the money.`;
      await raiseAlert(tx, { kind: "refund", orderId, message, subject: `refund ${refund.id} failed` });
      continue;
    }
    const { rows } = await tx.execute<{ email: string }>(sql`select email from orders where id = ${orderId}`);
    await enqueueLetter(tx, {
      kind: "order-refunded",
      orderId,
      to: oneRow(rows).email,
      subjectKey: String(refund.id),
      facts: { refundId: refund.id },
    });
  }
  if (ended.some((refund) => refund.state === "processed")) await endWhenRefunded(tx, orderId, cause, at);
}

/**
 * Moves an order to refunded if nothing of its captured and collected payments is left. The refund of a duplicate
 * payment does not end the order.
 */
async function endWhenRefunded(tx: Db, orderId: number, cause: MoveCause, at: Date) {
  const { rows } = await tx.execute<{ left: string }>(sql`
    select coalesce(sum(p.amount_paise - (select coalesce(sum(r.amount_paise), 0) from refunds r
      where r.payment_id = p.id and r.state = 'processed')), 0) as left
    from payments p where p.order_id = ${orderId} and p.status in ('captured', 'refunded', 'due')`);
  const { rows: due } = await tx.execute(
    sql`select from orders where id = ${orderId} and (payment_state = 'on_delivery'
      or payment_state = 'owed' and fulfilment_state = 'to_pack')`,
  );
  // What is still to be collected ends with its parcel.
  if (!rows[0] || Number(rows[0].left) > 0 || due.length > 0) return;
  const move = { orderId, cause, at };
  // Copies that were not sent stay in the shop.
  await moveOrder(tx, { ...move, from: ["paid"], payment: "refund_pending", fulfilment: "cancelled" });
  await moveOrder(tx, { ...move, from: refundableStates, payment: "refund_pending" });
  await moveOrder(tx, { ...move, from: ["refund_pending"], payment: "refunded" });
}
