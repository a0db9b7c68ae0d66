/** Refund requests (four-eyes principle): staff request a refund, and an owner approves or declines it. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { checkRefund } from "#shop/sales/payments/refunds.server.ts";
import { cancelOrder, type Cancellation, type CancelledCopies } from "#shop/sales/refunds/cancel-order.server.ts";
import type { ParcelFailure } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { refundParcel } from "#shop/sales/returns/failed-parcels.server.ts";
import { acceptReturn, previewReturn, receiveReturn } from "#shop/sales/returns/answer-return.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { listOwners } from "#shop/people/staff/staff.server.ts";
import { refundOrder, type BooksellersRefund } from "#shop/sales/refunds/refund-order.server.ts";

interface RefundToAsk {
  number: string;
  paymentId: string;
  amountPaise: number;
  /** The reason, which the reader sees when the money is refunded. */
  note: string;
  /** The id of the requesting member of the staff. */
  askedBy: number;
  /** The action to run on approval, if more must be done than the refund. */
  act?: WaitingAct | undefined;
}

/** The action that waits for approval together with its refund. */
export type WaitingAct =
  /** A refund that lowers the price of one book. */
  | { kind: "refund"; bookId: string }
  | ({ kind: "return" } & ReturnAnswer)
  /** `copies` is null to cancel all copies that were not sent. */
  | { kind: "cancel"; copies: CancelledCopies[] | null }
  | { kind: "parcel"; place: number | null; failure: ParcelFailure; isFit: boolean; withDelivery: boolean };

/** The answer to a return, given when its refund is approved. */
export interface ReturnAnswer {
  returnId: number;
  /** The reader keeps the book; or the book has arrived, and can (`fit`) or cannot be sold again. */
  choice: "kept" | "fit" | "unfit";
  /** The text to the reader, if the reader keeps the book. */
  answer: string;
}

type RefusedRefund = Extract<BooksellersRefund, { ok: false }>;

/** `leftPaise`: the part of the payment that can still be refunded. `waitingPaise`: the amount of the open request. */
export type AskedRefund =
  | { ok: true }
  | RefusedRefund
  | { ok: false; reason: "waits-already"; leftPaise: number; waitingPaise: number };

/**
 * Creates a refund request and sends a letter to each owner. Rejects a refund that could not be made now, and a second
 * open request for the same payment.
 */
export function askForRefund({ db, now }: DbAndClock, asked: RefundToAsk): Promise<AskedRefund> {
  const { number, paymentId, amountPaise, note, askedBy, act } = asked;
  const forReturn = act?.kind === "return" ? act : undefined;
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
      insert into refund_requests (order_id, payment_id, amount_paise, note, asked_by, asked_at, return_id,
        return_choice, return_answer, act)
      values (${orderId}, ${paymentId}, ${amountPaise}, ${note}, ${askedBy}, ${now().toISOString()}::timestamptz,
        ${forReturn?.returnId ?? null}, ${forReturn?.choice ?? null}, ${forReturn?.answer ?? ""},
        ${act && !forReturn ? JSON.stringify(act) : null}::jsonb)
      returning id`);
    const requestId = Number(oneRow(written).id);
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

/** A refund request of an order, and the id of the staff member who answers it. */
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
  /** The action of the request has become impossible. */
  | { ok: false; reason: Extract<Cancellation, { ok: false }>["reason"] | "parcel-changed"; leftPaise: 0 }
  | RefusedRefund;

/**
 * Approves the refund request of another staff member, and makes the refund. If the refund has become impossible, the
 * request stays open, and the result says which part of the payment is left.
 */
export function approveRefund(
  services: DbAndClock,
  { number, requestId, answeredBy }: Answering,
): Promise<ApprovedRefund> {
  return inTransaction(services.db, async (tx): Promise<ApprovedRefund> => {
    const request = await lockRequest(tx, number, requestId);
    if (!request.ok) return request;
    if (request.askedById === answeredBy) return { ok: false, reason: "own-request", leftPaise: 0 };
    const { amountPaise, note, askedBy, act } = request;
    const inTx = { ...services, db: tx };
    if (act?.kind === "return") {
      const left = (await previewReturn(tx, act.returnId))?.refundPaise ?? 0;
      if (left < amountPaise) return { ok: false, reason: left === 0 ? "nothing-left" : "too-much", leftPaise: left };
    }
    const ended = sql`answered_by = ${answeredBy}, answered_at = ${services.now().toISOString()}::timestamptz`;
    // Closes the request first, because a return with an open refund request cannot be answered.
    if (act?.kind === "return") await tx.execute(sql`update refund_requests set ${ended} where id = ${requestId}`);
    const made = await doApproved(inTx, number, request);
    if (!made.ok) return made;
    await tx.execute(sql`update refund_requests set ${ended}, refund_id = ${made.refundId} where id = ${requestId}`);
    await notifyRequester(tx, requestId);
    return { ok: true, amountPaise, note, askedBy };
  });
}

/** Makes the refund, or runs the action of the request, which includes the refund. */
async function doApproved(
  services: DbAndClock,
  number: string,
  { amountPaise, note, paymentId, act, askedBy }: LockedRequest,
): Promise<{ ok: true; refundId: number | null } | Extract<ApprovedRefund, { ok: false }>> {
  switch (act?.kind) {
    case undefined:
    case "refund":
      return refundOrder(services, number, amountPaise, note, paymentId, { bookId: act?.bookId });
    case "return":
      return answerReturn(services, act);
    case "cancel": {
      const copies = act.copies ?? undefined;
      const done = await cancelOrder(services, { number, by: { actor: askedBy }, copies, cause: "bookseller" });
      return done.ok ? done : { ok: false, reason: done.reason, leftPaise: 0 };
    }
    case "parcel": {
      const { kind: _, place, ...choice } = act;
      const done = await refundParcel(services, { number, place: place ?? undefined, ...choice, actor: askedBy });
      return done.ok ? done : { ok: false, reason: "parcel-changed", leftPaise: 0 };
    }
  }
}

/**
 * Answers a return as requested. Throws if that fails, which is unexpected: an open request blocks all other answers.
 */
async function answerReturn(services: DbAndClock, { returnId, choice, answer }: ReturnAnswer) {
  const answered =
    choice === "kept"
      ? await acceptReturn(services, returnId, { isKept: true, answer })
      : await receiveReturn(services, returnId, { isFit: choice === "fit" });
  if (!answered.ok) throw new Error(`Return ${returnId} cannot be answered: ${answered.reason}.`);
  return answered;
}

/** Sends the result to the requester, unless the requester answered the request or has left the staff. */
async function notifyRequester(tx: Db, requestId: number): Promise<void> {
  const { rows } = await tx.execute<{ address: string }>(sql`
    select s.address from staff s join refund_requests q on q.asked_by = s.id
    where q.id = ${requestId} and s.removed_at is null and q.answered_by <> s.id`);
  const subjectKey = String(requestId);
  for (const { address: to } of rows)
    await enqueueLetter(tx, { kind: "refund-answered", to, subjectKey, facts: { requestId } });
}

export type DeclinedRefund = { ok: true; amountPaise: number; askedBy: string } | Unanswerable;

/** Closes a request without a refund; the requester sees the reason on the order's page. */
export function declineRefund(
  { db, now }: DbAndClock,
  { number, requestId, answeredBy, answer }: Answering & { answer: string },
): Promise<DeclinedRefund> {
  return inTransaction(db, async (tx): Promise<DeclinedRefund> => {
    const request = await lockRequest(tx, number, requestId);
    if (!request.ok) return request;
    await tx.execute(sql`
      update refund_requests set answered_by = ${answeredBy}, answered_at = ${now().toISOString()}::timestamptz,
        answer = ${answer} where id = ${requestId}`);
    await notifyRequester(tx, requestId);
    return { ok: true, amountPaise: request.amountPaise, askedBy: request.askedBy };
  });
}

interface LockedRequest {
  ok: true;
  paymentId: string;
  amountPaise: number;
  note: string;
  askedById: number;
  askedBy: string;
  /** The action to run on approval; null for a plain refund. */
  act: WaitingAct | null;
}

/** Locks the order's row first, as every refund does. Another lock order would cause deadlocks. */
async function lockRequest(tx: Db, number: string, requestId: number): Promise<LockedRequest | Unanswerable> {
  await tx.execute(sql`select from orders where number = ${number} for update`);
  const { rows } = await tx.execute<{
    paymentId: string;
    amountPaise: string;
    note: string;
    askedById: string;
    askedBy: string;
    isAnswered: boolean;
    returnId: string | null;
    returnChoice: ReturnAnswer["choice"] | null;
    returnAnswer: string | null;
    act: WaitingAct | null;
  }>(sql`
    select q.payment_id, q.amount_paise, q.note, s.id as asked_by_id, s.name as asked_by,
      q.answered_at is not null as is_answered, q.return_id, q.return_choice, q.return_answer, q.act
    from refund_requests q join orders o on o.id = q.order_id join staff s on s.id = q.asked_by
    where q.id = ${requestId} and o.number = ${number}`);
  const found = rows[0];
  if (!found) return { ok: false, reason: "no-such-request", leftPaise: 0 };
  const { isAnswered, returnId, returnChoice, returnAnswer, ...request } = found;
  if (isAnswered) return { ok: false, reason: "answered-already", leftPaise: 0 };
  const forReturn =
    returnId !== null && returnChoice !== null
      ? { kind: "return" as const, returnId: Number(returnId), choice: returnChoice, answer: returnAnswer ?? "" }
      : null;
  return {
    ok: true,
    ...request,
    act: forReturn ?? request.act,
    amountPaise: Number(found.amountPaise),
    askedById: Number(found.askedById),
  };
}
