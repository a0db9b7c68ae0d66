/** Hands an order that is collected at the shop to its reader, who pays it if it is not paid yet. */
import { createHash } from "node:crypto";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";
import { moveOrder, type Actor } from "#shop/sales/orders/move-order.server.ts";
import { findTravelling, noteArrival } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { namePaidAtShop, type PaidAtShop } from "./paid-at-shop.ts";

/** How the reader pays. */
export interface TakenPayment {
  by: PaidAtShop;
  /** Of the UPI payment or of the card terminal; may be empty. */
  reference: string;
}

export type HandedOver =
  | { ok: true; paidPaise: number }
  | { ok: false; reason: "no-such-order" | "not-ready" }
  /** What is due is not what the page showed. */
  | { ok: false; reason: "changed"; duePaise: number }
  | { ok: false; reason: "not-paid"; duePaise: number };

/**
 * Records that the reader has collected an order, and has paid what was due. `duePaise` is what the page showed. Locks
 * the order's row, so that it is handed over, and paid, once.
 */
export function handOver(
  { db, now }: DbAndClock,
  number: string,
  { duePaise, payment, actor }: { duePaise: number; payment: TakenPayment | null; actor: Actor },
): Promise<HandedOver> {
  return inTransaction(db, async (tx): Promise<HandedOver> => {
    const found = await findTravelling(tx, number, undefined);
    if (!found.ok) return { ok: false, reason: found.reason === "no-such-order" ? found.reason : "not-ready" };
    if (!found.isCollection) return { ok: false, reason: "not-ready" };
    const { orderId } = found;
    const { rows } = await tx.execute<{ due: number }>(
      sql`select ${collectSql} as due from orders o where o.id = ${orderId}`,
    );
    const { due } = oneRow(rows);
    if (due !== duePaise) return { ok: false, reason: "changed", duePaise: due };
    if (due > 0 && !payment) return { ok: false, reason: "not-paid", duePaise: due };
    const at = now();
    await noteArrival(tx, orderId, found.parcel, at, actor);
    if (due === 0 || !payment) return { ok: true, paidPaise: 0 };
    const { by, reference } = payment;
    const evidence = createHash("sha256").update(JSON.stringify({ number, due, by, reference, at })).digest("hex");
    await tx.execute(sql`
      update payments set status = 'captured', method = ${by}, evidence_sha256 = ${evidence}, updated_at = ${at.toISOString()}::timestamptz
      where order_id = ${orderId} and settles and status = 'due'`);
    const note = [`${formatPaise(due)} ${namePaidAtShop(by)}`, reference].filter(Boolean).join(", ");
    await moveOrder(tx, { orderId, from: ["delivered"], payment: "paid", cause: "bookseller", note, at, actor });
    return { ok: true, paidPaise: due };
  });
}
