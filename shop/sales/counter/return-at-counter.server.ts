/** Takes books of a sale at the counter back: to the shelf or not, with the money and a credit note for each book. */
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

import type { Db } from "#db/connect.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { returnCopies } from "#shop/catalogue/stock/stock.server.ts";
import type { DocumentContent } from "#shop/sales/documents/document.ts";
import { issueCreditNote } from "#shop/sales/documents/issue-document.server.ts";
import { closeRefund } from "#shop/sales/payments/close-refund.server.ts";
import type { RefundLimits } from "#shop/sales/payments/refund-limit.server.ts";
import { givenOnLineSql, priceLeft, refundLines } from "#shop/sales/refunds/refund-lines.server.ts";
import type { DbAndClock, Services } from "#shop/services.ts";
import type { CounterPayment } from "./counter-sale.ts";

/** Copies of an order line that a buyer brings back. */
export interface CopiesBack {
  position: number;
  copies: number;
}

/** What comes back, and how the money is given. */
export interface CounterReturn {
  orderNumber: string;
  lines: CopiesBack[];
  /** Whether the copies can be sold again. */
  isFit: boolean;
  /** Why they come back, as the credit note prints it. */
  why: string;
  paidBy: "cash" | "upi";
  reference: string;
}

/** Who takes books back, and at which till. */
export interface Taker {
  staffId: number;
  till: string;
  limits: RefundLimits | undefined;
}

export type TakenBack =
  /** `isByProvider`: the payment provider gives the money back, and the credit notes follow. */
  | { ok: true; refundPaise: number; notes: string[]; isByProvider: boolean }
  | { ok: false; reason: "no-such-sale" | "too-many" | "nothing" };

/** A line of a sale with the copies that can still come back, and their price. */
export interface ReturnableLine {
  position: number;
  bookId: string;
  title: string;
  left: number;
  /** What all copies that are left would bring. */
  leftPaise: number;
}

interface LineRow {
  position: number;
  bookId: string;
  title: string;
  quantity: number;
  totalPaise: string;
  givenPaise: string;
  before: number;
}

/** The lines of a sale at the counter, with what can come back. */
export async function listReturnable(db: Db, orderNumber: string): Promise<ReturnableLine[]> {
  return (await readLines(db, orderNumber)).map((line) => {
    const left = line.quantity - line.before;
    return { position: line.position, bookId: line.bookId, title: line.title, left, leftPaise: priceOf(line, left) };
  });
}

/**
 * Takes copies of a sale back and gives the money by hand, one refund with a credit note for each book. A sale that was
 * paid by a QR code of the payment provider is refunded through it. Throws AboveRefundLimit if it exceeds the limits of the person.
 */
export function takeBack(
  { db, now, settings }: DbAndClock & Pick<Services, "settings">,
  { orderNumber, lines, isFit, why, paidBy, reference }: CounterReturn,
  { staffId, till, limits }: Taker,
): Promise<TakenBack> {
  return inTransaction(db, async (tx): Promise<TakenBack> => {
    const { rows } = await tx.execute<{ id: string; isByProvider: boolean }>(sql`
      select id, ${isByProviderSql} as is_by_provider from orders o
      where number = ${orderNumber} and payment_method = 'counter' and confirmed_at is not null for update`);
    if (!rows[0]) return { ok: false, reason: "no-such-sale" };
    const { isByProvider } = rows[0];
    const orderId = Number(rows[0].id);
    const known = new Map((await readLines(tx, orderNumber)).map((line) => [line.position, line]));
    const chosen = lines.filter(({ copies }) => copies > 0);
    if (chosen.length === 0) return { ok: false, reason: "nothing" };
    for (const { position, copies } of chosen) {
      const line = known.get(position);
      if (!line || copies > line.quantity - line.before) return { ok: false, reason: "too-many" };
    }
    const at = now();
    const time = sql`${at.toISOString()}::timestamptz`;
    const paid = { by: paidBy, on: isoDay(at), reference };
    let refundPaise = 0;
    const notes: string[] = [];
    for (const { position, copies } of chosen) {
      const line = known.get(position)!;
      if (isFit) await returnCopies(tx, orderId, [{ bookId: line.bookId, quantity: copies }]);
      const refund = await refundLines(tx, orderId, {
        paidPaise: priceOf(line, copies),
        reason: "returned",
        note: why,
        copies: [{ position, quantity: copies }],
        at,
        giver: limits,
      });
      await tx.execute(sql`
        insert into returns (order_id, line_position, quantity, reason, words, state, asked_at, answered_at, received_at,
          refund_id, restocked_quantity)
        values (${orderId}, ${position}, ${copies}, 'changed-mind', ${why}, 'received', ${time}, ${time}, ${time},
          ${refund.refundId}, ${isFit ? copies : 0})`);
      if (refund.refundId === null) continue;
      refundPaise += refund.refundPaise;
      await tx.execute(sql`
        insert into counter_refunds (refund_id, till, cash_paise)
        values (${refund.refundId}, ${till}, ${paidBy === "cash" && !isByProvider ? refund.refundPaise : 0})`);
      if (isByProvider) continue;
      await closeRefund({ db: tx, now }, orderNumber, { refundId: refund.refundId, closedBy: staffId, paid });
      const note = await issueCreditNote(tx, {
        orderId,
        refundId: refund.refundId,
        amountPaise: refund.refundPaise,
        copies: [{ position, quantity: copies }],
        prefix: settings.numbers["credit-note"],
        signature: settings.numbers.signature,
        reason: why,
        issuedAt: at,
      });
      if (note) notes.push(note.number);
    }
    return { ok: true, refundPaise, notes, isByProvider };
  });
}

/** SQL condition for an order `o` that was paid through a payment provider. */
const isByProviderSql = sql`exists (select from payments p where p.order_id = o.id and p.settles and p.attempt_id is not null)`;

async function readLines(db: Db, orderNumber: string): Promise<LineRow[]> {
  const { rows } = await db.execute<LineRow>(sql`
    select l.position, l.book_id, l.title, l.quantity, l.total_paise, ${givenOnLineSql} as given_paise,
      (l.cancelled_quantity + coalesce((select sum(t.quantity) from returns t where t.order_id = l.order_id
        and t.line_position = l.position and t.state in ('kept', 'received')), 0))::int as before
    from order_lines l where l.order_id = (select id from orders where number = ${orderNumber}) order by l.position`);
  return rows;
}

function priceOf({ totalPaise, givenPaise, quantity, before }: LineRow, copies: number): number {
  return priceLeft({ totalPaise: Number(totalPaise), givenPaise: Number(givenPaise), quantity }, before, copies);
}

/** A sale at the counter, as its bill is found. */
export interface SaleOfBill {
  orderNumber: string;
  till: string;
  soldAt: string;
  soldBy: string;
  bill: DocumentContent;
  payment: CounterPayment;
  isByProvider: boolean;
}

/** The sale of a bill's number, such as `T1/26-27/000123`; null if no till has issued it. */
export async function findSaleByBill(db: Db, number: string): Promise<SaleOfBill | null> {
  const { rows } = await db.execute<SaleOfBill>(sql`
    select o.number as order_number, s.till, coalesce(o.confirmed_at, o.created_at)::text as sold_at, p.name as sold_by,
      d.content as bill, json_build_object('cashPaise', s.cash_paise, 'upiPaise', s.upi_paise, 'cardPaise', s.card_paise,
        'givenPaise', s.given_paise, 'reference', s.reference) as payment, ${isByProviderSql} as is_by_provider
    from documents d join orders o on o.id = d.order_id join counter_sales s on s.order_id = o.id
    join staff p on p.id = s.staff_id where d.number = ${number} and d.kind = 'bill'`);
  return rows[0] ?? null;
}

/** The order of a bill's or order's number, and its bill if a till has issued it; null if there is none. */
export async function findSale(
  db: Db,
  number: string,
): Promise<{ orderNumber: string; tillBill: string | null } | null> {
  const { rows } = await db.execute<{ orderNumber: string; tillBill: string | null }>(sql`
    select o.number as order_number, (select d.number from documents d where d.order_id = o.id and d.kind = 'bill'
      and o.payment_method = 'counter') as till_bill
    from orders o where o.number = ${number} or o.id = (select order_id from documents where number = ${number} and kind = 'bill')`);
  return rows[0] ?? null;
}
