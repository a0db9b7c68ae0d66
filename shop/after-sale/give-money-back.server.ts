import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import { requestRefund } from "#shop/payments/refunds.server.ts";

/** What a line cost after discounts, for all its copies. */
interface PaidLine {
  totalPaise: number;
  quantity: number;
}

/** The price of some copies of a line, after those given back before; the parts add up to the line, to the paisa. */
export function shareOf({ totalPaise, quantity }: PaidLine, before: number, copies: number): number {
  const upTo = (so: number) => Math.round((totalPaise * so) / quantity);
  return upTo(before + copies) - upTo(before);
}

/** What goes back, by which refund, and what of the price had gone back before, when the bookseller has given some. */
export interface MoneyGivenBack {
  refundId: number | null;
  refundPaise: number;
  beforePaise: number;
}

/** Sends the price of copies back to where the order was paid from, as far as it has not gone back already. */
export async function giveMoneyBack(
  tx: Db,
  orderId: number,
  wish: { paidPaise: number; reason: "cancelled" | "returned"; copies: { position: number; quantity: number }[] },
): Promise<MoneyGivenBack> {
  const { paidPaise, reason, copies } = wish;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from payments where order_id = ${orderId} and settles`,
  );
  const ask = (amountPaise: number) => requestRefund(tx, { paymentId: rows[0]!.id, amountPaise, reason, copies });
  const asked = await ask(paidPaise);
  if (asked.ok) return { refundId: asked.refundId, refundPaise: asked.amountPaise, beforePaise: 0 };
  if (asked.leftPaise >= paidPaise) return { refundId: null, refundPaise: 0, beforePaise: 0 };
  const rest = await ask(asked.leftPaise);
  return {
    refundId: rest.ok ? rest.refundId : null,
    refundPaise: rest.ok ? rest.amountPaise : 0,
    beforePaise: paidPaise - asked.leftPaise,
  };
}
