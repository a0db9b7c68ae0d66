import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { raiseAlert, withdrawAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import type { CreditedCopies } from "./credit-note.ts";
import { issueBill, issueCreditNote } from "./issue-document.server.ts";
import type { Services } from "#shop/services.ts";

const reasons: Record<string, string> = {
  cancelled: "Cancelled before dispatch",
  returned: "Returned by the buyer",
  bookseller: "Refund by the seller",
  elsewhere: "Refund by the payment service",
};

/** SQL: whether the order `o` is paid and has no bill. */
const lacksBill = sql`o.paid_at is not null
  and not exists (select from documents d where d.order_id = o.id and d.kind = 'bill')`;
/** SQL: whether the refund `r` was processed and has no credit note. */
const lacksNote = sql`r.state = 'processed' and not exists (select from documents d where d.refund_id = r.id)`;
/**
 * SQL: whether issuing a document of this order has failed before. Such orders come last, so that they never delay
 * others.
 */
const failedBefore = sql`exists (select from alerts a where a.order_id = o.id and a.kind = 'documents')`;

/**
 * Issues the missing bills of paid orders and credit notes of refunds, oldest first. Each has a transaction of its own:
 * the numbers have no gaps, and orders do not wait for each other's numbers. Returns the number of documents tried.
 */
export async function issueDocuments({ db, settings, now }: Services): Promise<number> {
  const { rows: due } = await db.execute<{ orderId: string; reasons: number }>(sql`
    select d.order_id, d.reasons from documents_due d join orders o on o.id = d.order_id
    order by ${failedBefore}, o.paid_at limit 100`);
  if (due.length === 0) return 0;
  const ids = sql`${due.map(({ orderId }) => orderId)}::bigint[]`;
  const { rows: orders } = await db.execute<{ id: string }>(sql`
    select o.id from orders o where o.id = any(${ids}) and ${lacksBill} order by ${failedBefore}, o.paid_at`);
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
    linePosition: number | null;
  }>(sql`
    select r.id, r.order_id, r.amount_paise, r.reason, r.note, r.copies, r.line_position from refunds r
    join payments p on p.id = r.payment_id and p.settles
    join orders o on o.id = r.order_id
    join documents b on b.order_id = r.order_id and b.kind = 'bill'
    where r.order_id = any(${ids}) and ${lacksNote} order by ${failedBefore}, r.id`);
  for (const refund of refunds) {
    const facts = {
      orderId: Number(refund.orderId),
      refundId: Number(refund.id),
      amountPaise: Number(refund.amountPaise),
      copies: refund.linePosition === null ? refund.copies : [{ position: refund.linePosition, quantity: 0 }],
      reason: refund.note || (reasons[refund.reason] ?? "Refund"),
      issuedAt: now(),
    };
    await issueOrTell(db, facts.orderId, `Refund ${refund.id} has no credit note`, (tx) => issueCreditNote(tx, facts));
  }
  await takeOff(db, due);
  return orders.length + refunds.length;
}

/** Removes orders that have all documents from the queue, unless there is a new reason to check them. */
async function takeOff(db: Db, due: { orderId: string; reasons: number }[]): Promise<void> {
  await db.execute(sql`
    delete from documents_due x
    using unnest(${due.map(({ orderId }) => orderId)}::bigint[], ${due.map(({ reasons }) => reasons)}::int[]) as seen (order_id, reasons)
    where x.order_id = seen.order_id and x.reasons = seen.reasons
      and not exists (select from orders o where o.id = x.order_id and ${lacksBill})
      and not exists (select from refunds r join payments p on p.id = r.payment_id and p.settles
        where r.order_id = x.order_id and ${lacksNote})`);
}

/**
 * Issues one document. A failure raises one alert and does not stop the next documents; a later success withdraws the
 * alert.
 */
async function issueOrTell(db: Db, orderId: number, what: string, issue: (tx: Db) => Promise<unknown>) {
  const alert = { kind: "documents", orderId, subject: what } as const;
  try {
    await inTransaction(db, async (tx) => {
      await issue(tx);
      await withdrawAlert(tx, alert);
    });
  } catch (error) {
    await raiseAlert(db, { ...alert, message: `${what}: ${String(error)}` });
  }
}
