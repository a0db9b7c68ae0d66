import { sql } from "drizzle-orm";

import { inTransaction } from "#db/transaction.ts";
import type { CreditedCopies } from "#shop/documents/credit-note.ts";
import { issueBill, issueCreditNote } from "#shop/documents/issue-document.server.ts";
import type { Services } from "#shop/services.ts";

const reasons: Record<string, string> = {
  cancelled: "Cancelled before dispatch",
  returned: "Returned by the buyer",
  bookseller: "Refund by the seller",
  elsewhere: "Refund by the payment service",
};

/**
 * Issues the bills of paid orders and the credit notes of refunds that have none yet, oldest first. Each in a
 * transaction of its own: the numbers have no gaps, and no reader waits for the number of another.
 */
export async function issuePapers({ db, settings, now }: Services): Promise<number> {
  const { rows: orders } = await db.execute<{ id: string }>(sql`
    select o.id from orders o where o.paid_at is not null
      and not exists (select from documents d where d.order_id = o.id and d.kind = 'bill')
    order by o.paid_at limit 100`);
  for (const { id } of orders) {
    await inTransaction(db, (tx) => issueBill(tx, { orderId: Number(id), seller: settings.seller, issuedAt: now() }));
  }
  const { rows: refunds } = await db.execute<{
    id: string;
    order_id: string;
    amount_paise: string;
    reason: string;
    note: string;
    copies: CreditedCopies[];
  }>(sql`
    select r.id, r.order_id, r.amount_paise, r.reason, r.note, r.copies from refunds r
    join payments p on p.id = r.payment_id and p.settles
    join documents b on b.order_id = r.order_id and b.kind = 'bill'
    where r.state = 'processed' and not exists (select from documents d where d.refund_id = r.id)
    order by r.id limit 100`);
  for (const refund of refunds) {
    const facts = {
      orderId: Number(refund.order_id),
      refundId: Number(refund.id),
      amountPaise: Number(refund.amount_paise),
      copies: refund.copies,
      reason: refund.note || (reasons[refund.reason] ?? "Refund"),
      issuedAt: now(),
    };
    try {
      await inTransaction(db, (tx) => issueCreditNote(tx, facts));
    } catch (error) {
      // One that does not fit its bill must not hold up those after it.
      const message = `Refund ${refund.id} has no credit note: ${String(error)}`;
      await db.execute(sql`
        insert into alerts (kind, order_id, message) select 'papers', ${refund.order_id}, ${message}
        where not exists (select from alerts where order_id = ${refund.order_id} and message = ${message})`);
    }
  }
  return orders.length + refunds.length;
}
