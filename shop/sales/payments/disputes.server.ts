import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { ProviderDispute } from "./payment-provider.ts";

/**
 * Raises an alert when a reader's bank demands money back (chargeback), and at each change of the dispute. Disputes are
 * answered on the provider's dashboard. The provider is not queried, because it keeps disputes for longer than orders.
 * Returns whether the dispute concerns an order of the shop.
 */
export async function recordDispute(
  db: Db,
  { id, paymentId, amountPaise, reason, ...dispute }: ProviderDispute,
  { providerName, attemptId }: { providerName: string; attemptId: string | null },
): Promise<boolean> {
  const sum = amountPaise ? `${formatPaise(amountPaise)} of payment` : "payment";
  const what = `The bank asks for ${sum} ${paymentId} back${reason && `: ${reason}`}`;
  const message = `${what}. ${describeState(dispute, providerName)} (dispute ${id})`;
  const { rows } = await db.execute<{ orderId: string }>(sql`
    select order_id from payments where id = ${paymentId}
    union select order_id from payment_attempts where id = ${attemptId}`);
  for (const { orderId } of rows) await raiseAlert(db, { kind: "dispute", orderId, message });
  return rows.length > 0;
}

function describeState({ state, respondBy }: Pick<ProviderDispute, "state" | "respondBy">, provider: string): string {
  switch (state) {
    case "won":
      return "The bank has decided for the shop: the money stays.";
    case "lost":
      return "The bank has decided for the reader: the money is gone.";
    case "closed":
      return "The dispute is closed.";
    case "under-review":
      return "The bank is looking at the answer.";
    case "to-answer":
      return `Answer${respondBy ? ` by ${longDay(respondBy)}` : ""} on ${provider}'s dashboard.`;
    default:
      return `${provider} calls this "${state.slice(0, 40)}". Look at it on its dashboard.`;
  }
}
