import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { requestRefund, type RequestedRefund } from "#shop/payments/refunds.server.ts";

export type BooksellersRefund = RequestedRefund | { ok: false; reason: "no-such-order" | "not-paid"; leftPaise: 0 };

/** Gives back all, or so many paise, of what was paid for an order; the books stay where they are. */
export function refundOrder(
  db: Db,
  number: string,
  amountPaise: number | undefined,
  note: string,
): Promise<BooksellersRefund> {
  return inTransaction(db, async (tx): Promise<BooksellersRefund> => {
    const { rows } = await tx.execute<{ payment_id: string | null }>(sql`
      select (select p.id from payments p where p.order_id = o.id and p.settles) as payment_id
      from orders o where o.number = ${number} for update`);
    if (!rows[0]) return { ok: false, reason: "no-such-order", leftPaise: 0 };
    if (!rows[0].payment_id) return { ok: false, reason: "not-paid", leftPaise: 0 };
    return requestRefund(tx, { paymentId: rows[0].payment_id, amountPaise, reason: "bookseller", note });
  });
}
