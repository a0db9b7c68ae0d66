/** Accepts or refuses returns, and records the arrival of the book: refunds its price and puts it back into stock. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { ReturnReason, ReturnState } from "#shop/sales/orders/return-labels.ts";
import type { RefundLimits } from "#shop/sales/payments/refund-limit.server.ts";
import { checkRefund } from "#shop/sales/payments/refunds.server.ts";
import { returnCopies } from "#shop/catalogue/stock/stock.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { givenOnLineSql, priceLeft, refundLines } from "#shop/sales/refunds/refund-lines.server.ts";
import { findTravelling, noteArrival } from "#shop/sales/orders/parcels/deliver-order.server.ts";

/** The result of answering a return; `refundPaise` is refunded now, by the refund `refundId`. */
export type AnsweredReturn =
  | { ok: true; orderNumber: string; title: string; refundPaise: number; refundId: number | null }
  | { ok: false; reason: "no-such-return" }
  /** The refund of the return waits for the approval of an owner. */
  | { ok: false; reason: "waits-for-owner" }
  | { ok: false; reason: "wrong-state"; state: ReturnState };

interface LockedReturn {
  id: string;
  orderId: string;
  number: string;
  email: string;
  linePosition: number;
  bookId: string;
  quantity: number;
  state: ReturnState;
  totalPaise: string;
  /** Earlier refunds that lowered the price of the line. */
  givenPaise: string;
  lineQuantity: number;
  /** Copies of the line that were cancelled or refunded before. */
  before: number;
  title: string;
  reason: ReturnReason;
  /** Whether a refund request for this return is open. */
  waitsForOwner: boolean;
}

interface Refunded {
  refundId: number | null;
  refundPaise: number;
}

/**
 * Accepts a return. The reader sends the book and is refunded on its arrival; or, with `isKept`, keeps the book and is
 * refunded at once.
 */
export function acceptReturn(
  { db, now }: DbAndClock,
  id: number,
  { isKept, answer, giver }: { isKept: boolean; answer: string; giver?: RefundLimits | undefined },
): Promise<AnsweredReturn> {
  return changeReturn(db, id, "asked", async (tx, held) => {
    const money = isKept ? await refundReturn(tx, held, now(), giver) : null;
    await tx.execute(sql`
      update returns set state = ${isKept ? "kept" : "accepted"}, answer = ${answer},
        answered_at = ${now().toISOString()}::timestamptz, refund_id = ${money?.refundId ?? null}
      where id = ${id}`);
    const paid = { refundId: money?.refundId ?? null, refundPaise: money?.refundPaise ?? 0 };
    const facts = { returnId: id, isKept, refundPaise: paid.refundPaise };
    await enqueueLetter(tx, { kind: "return-accepted", ...envelopeOf(held), facts });
    return paid;
  });
}

/** Refuses a return, with the reason. */
export function refuseReturn({ db, now }: DbAndClock, id: number, answer: string): Promise<AnsweredReturn> {
  return changeReturn(db, id, "asked", async (tx, held) => {
    await tx.execute(sql`
      update returns set state = 'refused', answer = ${answer}, answered_at = ${now().toISOString()}::timestamptz
      where id = ${id}`);
    await enqueueLetter(tx, { kind: "return-refused", ...envelopeOf(held), facts: { returnId: id } });
    return { refundId: null, refundPaise: 0 };
  });
}

/** Records the arrival of the book: refunds its price, and returns a copy that can be sold again to stock. */
export function receiveReturn(
  { db, now }: DbAndClock,
  id: number,
  { isFit, giver }: { isFit: boolean; giver?: RefundLimits | undefined },
): Promise<AnsweredReturn> {
  return changeReturn(db, id, "accepted", async (tx, held) => {
    const copies = [{ bookId: held.bookId, quantity: held.quantity }];
    if (isFit) await returnCopies(tx, Number(held.orderId), copies);
    const { refundId, refundPaise } = await refundReturn(tx, held, now(), giver);
    await tx.execute(sql`
      update returns set state = 'received', received_at = ${now().toISOString()}::timestamptz, refund_id = ${refundId},
        restocked_quantity = ${isFit ? held.quantity : 0}
      where id = ${id}`);
    return { refundId, refundPaise };
  });
}

/** A return, its payment, and the amount that would be refunded if the return were answered now. */
export interface ReturnPreview {
  orderNumber: string;
  state: ReturnState;
  title: string;
  quantity: number;
  reason: ReturnReason;
  waitsForOwner: boolean;
  paymentId: string;
  refundPaise: number;
}

/** What answering a return now would refund; null for an unknown id. Locks the return's order, as answering does. */
export async function previewReturn(tx: Db, id: number): Promise<ReturnPreview | null> {
  const held = await lockReturn(tx, id);
  if (!held) return null;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from payments where order_id = ${held.orderId} and settles`,
  );
  const paymentId = oneRow(rows).id;
  const amountPaise = priceOf(held);
  const possible = await checkRefund(tx, { paymentId, amountPaise });
  const { number: orderNumber, state, title, quantity, reason, waitsForOwner } = held;
  const refundPaise = possible.ok ? possible.amountPaise : Math.min(possible.leftPaise, amountPaise);
  return { orderNumber, state, title, quantity, reason, waitsForOwner, paymentId, refundPaise };
}

/**
 * Locks the order's row first, as every change of the order's money does, then changes the return. Of two simultaneous
 * answers the second fails with `wrong-state`.
 */
function changeReturn(
  db: Db,
  id: number,
  from: ReturnState,
  change: (tx: Db, held: LockedReturn) => Promise<Refunded>,
): Promise<AnsweredReturn> {
  return inTransaction(db, async (tx): Promise<AnsweredReturn> => {
    const held = await lockReturn(tx, id);
    if (!held) return { ok: false, reason: "no-such-return" };
    if (held.waitsForOwner) return { ok: false, reason: "waits-for-owner" };
    if (held.state !== from) return { ok: false, reason: "wrong-state", state: held.state };
    return { ok: true, orderNumber: held.number, title: held.title, ...(await change(tx, held)) };
  });
}

async function lockReturn(tx: Db, id: number): Promise<LockedReturn | undefined> {
  await tx.execute(sql`
    select from orders o where o.id = (select order_id from returns where id = ${id}) for update`);
  const { rows } = await tx.execute<LockedReturn>(sql`
    select t.id, t.order_id, t.line_position, t.quantity, t.state, t.reason, o.number, o.email, l.book_id, l.title,
      l.total_paise, ${givenOnLineSql} as given_paise, l.quantity as line_quantity,
      (l.cancelled_quantity + coalesce((select sum(x.quantity) from returns x where x.order_id = t.order_id
        and x.line_position = t.line_position and x.state in ('kept', 'received')), 0))::int as before,
      exists (select from refund_requests q where q.return_id = t.id and q.answered_at is null) as waits_for_owner
    from returns t join orders o on o.id = t.order_id
    join order_lines l on l.order_id = t.order_id and l.position = t.line_position
    where t.id = ${id}`);
  return rows[0];
}

function priceOf({ quantity, totalPaise, givenPaise, lineQuantity, before }: LockedReturn): number {
  const line = { totalPaise: Number(totalPaise), givenPaise: Number(givenPaise), quantity: lineQuantity };
  return priceLeft(line, before, quantity);
}

async function refundReturn(tx: Db, held: LockedReturn, at: Date, giver: RefundLimits | undefined) {
  await noteArrivalOfReturned(tx, held, at);
  const { orderId, linePosition: position, quantity } = held;
  const copies = [{ position, quantity }];
  return refundLines(tx, Number(orderId), { paidPaise: priceOf(held), reason: "returned", copies, at, giver });
}

/** Who sends a book back has got it, and has paid the carrier for an order on delivery. */
async function noteArrivalOfReturned(tx: Db, { orderId, number }: LockedReturn, at: Date): Promise<void> {
  const { rows } = await tx.execute(
    sql`select from orders where id = ${orderId} and payment_state = 'on_delivery' and fulfilment_state = 'shipped'`,
  );
  if (rows.length === 0) return;
  const travelling = await findTravelling(tx, number, undefined);
  if (travelling.ok) await noteArrival(tx, Number(orderId), travelling.parcel, at, undefined);
}

/** Recipient and key of a letter about a return. The return's id is the key, so each return has its own letter. */
function envelopeOf({ id, orderId, email }: LockedReturn) {
  return { orderId: Number(orderId), to: email, subjectKey: id };
}
