import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { raiseAlert, withdrawAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import type { CreditedCopies } from "./credit-note.ts";
import { issueBills, issueCreditNote, type BillFacts } from "./issue-document.server.ts";
import type { DbAndClock, NumberSettings, Services } from "#shop/services.ts";

const reasons: Record<string, string> = {
  cancelled: "Cancelled before dispatch",
  returned: "Returned by the buyer",
  bookseller: "Refund by the seller",
  elsewhere: "Refund by the payment service",
};

/** SQL: whether the order `o` is paid and has no bill. */
const lacksBill = sql`o.confirmed_at is not null
  and not exists (select from documents d where d.order_id = o.id and d.kind = 'bill')`;
/**
 * SQL: whether the bill of the order `o` waits: until packing begins, it may be paid online at a saving, which changes
 * its price.
 */
const waitsForPacking = sql`(o.online_saving_paise > 0 and o.state = 'to_pack'
  and not exists (select from packed_copies k where k.order_id = o.id)
  and not exists (select from parcel_bookings b where b.order_id = o.id and b.state in ('asked', 'unknown', 'booked')))`;
/** SQL: whether the refund `r` was processed and has no credit note. */
const lacksNote = sql`r.state = 'processed' and not exists (select from documents d where d.refund_id = r.id)`;
/**
 * SQL: whether issuing a document of this order has failed before. Such orders come last, so that they never delay
 * others.
 */
const failedBefore = sql`exists (select from alerts a where a.order_id = o.id and a.kind = 'documents')`;

interface DueOrder {
  orderId: string;
  reasons: number;
  hasFailed: boolean;
  lacksBill: boolean;
  lacksNote: boolean;
}

/**
 * Issues the missing bills of sales and credit notes of refunds, oldest first. The numbers have no gaps. Returns
 * the number of documents tried.
 */
export async function issueDocuments({ db, settings, now }: Services): Promise<number> {
  const { rows: due } = await db.execute<DueOrder>(sql`
    select d.order_id, d.reasons, ${failedBefore} as has_failed, ${lacksBill} as lacks_bill,
      exists (select from refunds r where r.order_id = o.id and ${lacksNote}) as lacks_note
    from documents_due d join orders o on o.id = d.order_id
    where not ${waitsForPacking}
    order by has_failed, o.confirmed_at limit 100`);
  if (due.length === 0) return 0;
  const unbilled = due.filter((order) => order.lacksBill);
  await issueAllBills(db, unbilled, {
    seller: settings.seller,
    prefix: settings.numbers.bill,
    words: settings.numbers.billWords,
    signature: settings.numbers.signature,
    issuedAt: now(),
  });
  const notes = due.some((order) => order.lacksNote) ? await issueCreditNotes({ db, now }, settings.numbers, due) : 0;
  await takeOff(db, due);
  return unbilled.length + notes;
}

/**
 * Issues bills in one transaction. If it fails, each bill gets a transaction of its own, so that one that cannot be
 * issued does not stop the others. Bills that failed before are tried alone from the start.
 */
async function issueAllBills(db: Db, orders: DueOrder[], facts: Omit<BillFacts, "orderIds">) {
  const idsOf = (some: DueOrder[]) => some.map(({ orderId }) => Number(orderId));
  const fresh = idsOf(orders.filter(({ hasFailed }) => !hasFailed));
  const areIssued = await inTransaction(db, (tx) => issueBills(tx, { ...facts, orderIds: fresh })).then(
    () => true,
    () => false,
  );
  for (const orderId of areIssued ? idsOf(orders.filter(({ hasFailed }) => hasFailed)) : idsOf(orders)) {
    await issueOrTell(db, orderId, "The order has no bill", (tx) => issueBills(tx, { ...facts, orderIds: [orderId] }));
  }
}

/** Issues the missing credit notes of these orders; returns their number. */
async function issueCreditNotes(
  { db, now }: DbAndClock,
  { signature, "credit-note": prefix }: NumberSettings,
  due: DueOrder[],
): Promise<number> {
  const ids = sql`${due.map(({ orderId }) => orderId)}::bigint[]`;
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
      prefix,
      signature,
      reason: refund.note || (reasons[refund.reason] ?? "Refund"),
      issuedAt: now(),
    };
    await issueOrTell(db, facts.orderId, `Refund ${refund.id} has no credit note`, (tx) => issueCreditNote(tx, facts));
  }
  return refunds.length;
}

/** Removes orders that have all documents from the queue, unless there is a new reason to check them. */
async function takeOff(db: Db, due: DueOrder[]): Promise<void> {
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
