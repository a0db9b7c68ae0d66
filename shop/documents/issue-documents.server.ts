import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { raiseAlert, withdrawAlert } from "#shop/alerts/raise-alert.server.ts";
import type { CreditedCopies } from "./credit-note.ts";
import { issueBill, issueCreditNote } from "./issue-document.server.ts";
import type { Services } from "#shop/services.ts";

const reasons: Record<string, string> = {
  cancelled: "Cancelled before dispatch",
  returned: "Returned by the buyer",
  bookseller: "Refund by the seller",
  elsewhere: "Refund by the payment service",
};

/** What failed before comes last, so that it never keeps the rest waiting, however much of it there is. */
const failedBefore = sql`exists (select from alerts a where a.order_id = o.id and a.kind = 'documents')`;

/**
 * Issues the bills of paid orders and the credit notes of refunds that have none yet, oldest first. Each in a
 * transaction of its own: the numbers have no gaps, and no reader waits for the number of another.
 */
export async function issueDocuments({ db, settings, now }: Services): Promise<number> {
  const { rows: orders } = await db.execute<{ id: string }>(sql`
    select o.id from orders o where o.paid_at is not null
      and not exists (select from documents d where d.order_id = o.id and d.kind = 'bill')
    order by ${failedBefore}, o.paid_at limit 100`);
  for (const { id } of orders) {
    const facts = { orderId: Number(id), seller: settings.seller, issuedAt: now() };
    await issueOrTell(db, facts.orderId, "The order has no bill", (tx) => issueBill(tx, facts));
  }
  const { rows: refunds } = await db.execute<{
    id: string;
    orderId: string;
    amountPaise: string;
    reason: string;
    note: string;
    copies: CreditedCopies[];
  }>(sql`
    select r.id, r.order_id, r.amount_paise, r.reason, r.note, r.copies from refunds r
    join payments p on p.id = r.payment_id and p.settles
    join orders o on o.id = r.order_id
    join documents b on b.order_id = r.order_id and b.kind = 'bill'
    where r.state = 'processed' and not exists (select from documents d where d.refund_id = r.id)
    order by ${failedBefore}, r.id limit 100`);
  for (const refund of refunds) {
    const facts = {
      orderId: Number(refund.orderId),
      refundId: Number(refund.id),
      amountPaise: Number(refund.amountPaise),
      copies: refund.copies,
      reason: refund.note || (reasons[refund.reason] ?? "Refund"),
      issuedAt: now(),
    };
    await issueOrTell(db, facts.orderId, `Refund ${refund.id} has no credit note`, (tx) => issueCreditNote(tx, facts));
  }
  return orders.length + refunds.length;
}

/**
 * One document that cannot be made calls for a person, once, and does not hold up those after it. The alert goes when the
 * document is there after all.
 */
async function issueOrTell(db: Db, orderId: number, what: string, issue: (tx: Db) => Promise<unknown>) {
  const alert = { kind: "documents", orderId, subject: `${what}: ` } as const;
  try {
    await inTransaction(db, async (tx) => {
      await issue(tx);
      await withdrawAlert(tx, alert);
    });
  } catch (error) {
    await raiseAlert(db, { ...alert, message: `${what}: ${String(error)}` });
  }
}
