import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/mail/outbox.server.ts";
import { checkRefund } from "#shop/payments/refunds.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { listOwners } from "#shop/staff/staff.server.ts";
import { refundOrder, type BooksellersRefund } from "./refund-order.server.ts";

interface RefundToAsk {
  number: string;
  paymentId: string;
  amountPaise: number;
  /** Why; the reader reads it when the money goes back. */
  note: string;
  /** The number of whoever asks, of the staff. */
  askedBy: number;
}

type RefusedRefund = Extract<BooksellersRefund, { ok: false }>;

/** `leftPaise` is what can go back of the payment; of one that waits already `waitingPaise` is asked for. */
export type AskedRefund =
  { ok: true } | RefusedRefund | { ok: false; reason: "waits-already"; leftPaise: number; waitingPaise: number };

/**
 * Asks the owners for a refund: it waits until one of them makes it or declines. Each of them gets a letter. What could not
 * be refunded now is not asked for, and a payment has one request that waits.
 */
export function askForRefund({ db, now }: DbAndClock, asked: RefundToAsk): Promise<AskedRefund> {
  const { number, paymentId, amountPaise, note, askedBy } = asked;
  return inTransaction(db, async (tx): Promise<AskedRefund> => {
    const { rows } = await tx.execute<{ id: string }>(sql`select id from orders where number = ${number} for update`);
    const orderId = rows[0]?.id;
    if (orderId === undefined) return { ok: false, reason: "no-such-order", leftPaise: 0 };
    const { rowCount } = await tx.execute(sql`select from payments where id = ${paymentId} and order_id = ${orderId}`);
    if (rowCount === 0) return { ok: false, reason: "no-such-payment", leftPaise: 0 };
    const possible = await checkRefund(tx, { paymentId, amountPaise });
    if (!possible.ok) return possible;
    const { rows: waiting } = await tx.execute<{ amountPaise: string }>(sql`
      select amount_paise from refund_requests where payment_id = ${paymentId} and answered_at is null`);
    if (waiting[0])
      return { ok: false, reason: "waits-already", leftPaise: 0, waitingPaise: Number(waiting[0].amountPaise) };
    const { rows: written } = await tx.execute<{ id: string }>(sql`
      insert into refund_requests (order_id, payment_id, amount_paise, note, asked_by, asked_at)
      values (${orderId}, ${paymentId}, ${amountPaise}, ${note}, ${askedBy}, ${now().toISOString()}::timestamptz)
      returning id`);
    const requestId = oneRow(written).id;
    for (const owner of await listOwners(tx))
      await enqueueLetter(tx, {
        kind: "refund-for-owner",
        to: owner.address,
        subjectKey: `${requestId} ${owner.id}`,
        facts: { requestId },
      });
    return { ok: true };
  });
}

/** Which request of an order is answered, and by whom of the staff. */
interface Answering {
  number: string;
  requestId: number;
  answeredBy: number;
}

type Unanswerable = { ok: false; reason: "no-such-request" | "answered-already"; leftPaise: 0 };

export type ApprovedRefund =
  | { ok: true; amountPaise: number; note: string; askedBy: string }
  | Unanswerable
  | { ok: false; reason: "own-request"; leftPaise: 0 }
  | RefusedRefund;

/**
 * Makes the refund that somebody else asked for, as any refund is made. When it cannot be made any more, the request
 * stays and says what is left.
 */
export function approveRefund(
  services: DbAndClock,
  { number, requestId, answeredBy }: Answering,
): Promise<ApprovedRefund> {
  return inTransaction(services.db, async (tx): Promise<ApprovedRefund> => {
    const request = await holdRequest(tx, number, requestId);
    if (!request.ok) return request;
    if (request.askedById === answeredBy) return { ok: false, reason: "own-request", leftPaise: 0 };
    const { amountPaise, note, askedBy, paymentId } = request;
    const made = await refundOrder({ ...services, db: tx }, number, amountPaise, note, paymentId);
    if (!made.ok) return made;
    await tx.execute(sql`
      update refund_requests set answered_by = ${answeredBy}, answered_at = ${services.now().toISOString()}::timestamptz,
        refund_id = ${made.refundId} where id = ${requestId}`);
    return { ok: true, amountPaise, note, askedBy };
  });
}

export type DeclinedRefund = { ok: true; amountPaise: number; askedBy: string } | Unanswerable;

/** Ends a request without a refund; whoever asked reads why on the order's page. */
export function declineRefund(
  { db, now }: DbAndClock,
  { number, requestId, answeredBy, answer }: Answering & { answer: string },
): Promise<DeclinedRefund> {
  return inTransaction(db, async (tx): Promise<DeclinedRefund> => {
    const request = await holdRequest(tx, number, requestId);
    if (!request.ok) return request;
    await tx.execute(sql`
      update refund_requests set answered_by = ${answeredBy}, answered_at = ${now().toISOString()}::timestamptz,
        answer = ${answer} where id = ${requestId}`);
    return { ok: true, amountPaise: request.amountPaise, askedBy: request.askedBy };
  });
}

interface HeldRequest {
  ok: true;
  paymentId: string;
  amountPaise: number;
  note: string;
  askedById: number;
  askedBy: string;
}

/** The order first, as whoever refunds locks it: in another order two of them would wait for each other. */
async function holdRequest(tx: Db, number: string, requestId: number): Promise<HeldRequest | Unanswerable> {
  await tx.execute(sql`select from orders where number = ${number} for update`);
  const { rows } = await tx.execute<{
    paymentId: string;
    amountPaise: string;
    note: string;
    askedById: string;
    askedBy: string;
    isAnswered: boolean;
  }>(sql`
    select q.payment_id, q.amount_paise, q.note, s.id as asked_by_id, s.name as asked_by,
      q.answered_at is not null as is_answered
    from refund_requests q join orders o on o.id = q.order_id join staff s on s.id = q.asked_by
    where q.id = ${requestId} and o.number = ${number}`);
  const found = rows[0];
  if (!found) return { ok: false, reason: "no-such-request", leftPaise: 0 };
  const { isAnswered, ...request } = found;
  if (isAnswered) return { ok: false, reason: "answered-already", leftPaise: 0 };
  return { ok: true, ...request, amountPaise: Number(found.amountPaise), askedById: Number(found.askedById) };
}

/** A request that waits, for the letter to the owners; null when it was answered. */
export async function findWaitingRequest(
  db: Db,
  requestId: number,
): Promise<{ number: string; amountPaise: number; note: string; askedBy: string; askedAt: string } | null> {
  const { rows } = await db.execute<{
    found: { number: string; amountPaise: number; note: string; askedBy: string; askedAt: string };
  }>(sql`
    select json_build_object('number', o.number, 'amountPaise', q.amount_paise, 'note', q.note, 'askedBy', s.name,
      'askedAt', q.asked_at) as found
    from refund_requests q join orders o on o.id = q.order_id join staff s on s.id = q.asked_by
    where q.id = ${requestId} and q.answered_at is null`);
  return rows[0]?.found ?? null;
}
