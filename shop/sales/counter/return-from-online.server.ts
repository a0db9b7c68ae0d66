/**
 * Takes books of an order from online back at the counter, by the rules of its returns: within the days to return, and
 * refunded through the payment provider, or at the till if no provider has the money.
 */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

import type { Db } from "#db/connect.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { findOrder, type OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { isPaidByHand } from "#shop/sales/orders/paid-by-hand.ts";
import type { AskedReason, ReturnReason } from "#shop/sales/orders/return-labels.ts";
import { closeRefund } from "#shop/sales/payments/close-refund.server.ts";
import { receiveReturn } from "#shop/sales/returns/answer-return.server.ts";
import { listReturnable, returnsEnd } from "#shop/sales/returns/return-window.ts";
import type { DbAndClock, Services } from "#shop/services.ts";
import type { CopiesBack, Taker } from "./return-at-counter.server.ts";

/** A line of the order with the copies that can come back without a return that was requested. */
export interface OnlineLine {
  position: number;
  title: string;
  left: number;
}

/** A return that the reader has requested, and whose copies can be taken at the counter. */
export interface OnlineReturn {
  id: number;
  title: string;
  copies: number;
  reason: ReturnReason;
}

/** An order from online at the counter. */
export interface OnlineOrder {
  number: string;
  /** Of the reader, to be compared with who brings the books. */
  name: string;
  placedAt: string;
  lines: OnlineLine[];
  asked: OnlineReturn[];
  /** Whether the money is given back at the till; else it goes back through the payment provider. */
  isPaidByHand: boolean;
  /** Why nothing can come back here, or null. `late`: the days to return have passed. */
  obstacle: "not-sent" | "late" | "waits-for-owner" | "all-back" | null;
  /** The end of the days to return, ISO; null if nothing was sent. */
  until: string | null;
}

/** What comes back of an order from online. */
export interface OnlineReturnInput {
  orderNumber: string;
  lines: CopiesBack[];
  /** The requested returns whose copies are here. */
  asked: number[];
  reason: AskedReason;
  /** May be empty. */
  words: string;
  isFit: boolean;
  /** How the money is given, if it is given at the till. */
  paidBy: "cash" | "upi";
  reference: string;
}

export type OnlineTakenBack =
  /** `atTillPaise` is given by hand at once; the rest of `refundPaise` goes back through the payment provider. */
  | { ok: true; refundPaise: number; atTillPaise: number; copies: number }
  | { ok: false; reason: "no-such-order" | "too-many" | "nothing" | NonNullable<OnlineOrder["obstacle"]> };

type Facts = DbAndClock & Pick<Services, "settings">;

/** Reads an order from online with what can come back of it; null if there is none. */
export async function readOnlineOrder({ db, settings, now }: Facts, number: string): Promise<OnlineOrder | null> {
  const { rows } = await db.execute<{ waits: boolean }>(sql`
    select exists (select from refund_requests q where q.order_id = o.id and q.answered_at is null) as waits
    from orders o where o.number = ${number} and o.payment_method <> 'counter'`);
  const order = rows[0] && (await findOrder(db, number, "link"));
  if (!rows[0] || !order) return null;
  const titleOf = (position: number) => order.lines[position]?.title ?? "";
  const end = returnsEnd(order, settings.policies);
  const asked = order.returns
    .filter(({ state }) => state === "asked" || state === "accepted")
    .map(({ id, position, quantity, reason }) => ({ id, title: titleOf(position), copies: quantity, reason }));
  const lines = listReturnable(order, settings.policies, now()).map(({ position, quantity }) => ({
    position,
    title: titleOf(position),
    left: quantity,
  }));
  const { name, placedAt } = order;
  return {
    number,
    name,
    placedAt,
    lines,
    asked,
    isPaidByHand: isPaidByHand(order.payment?.provider ?? ""),
    obstacle: rows[0].waits
      ? "waits-for-owner"
      : lines.length + asked.length > 0
        ? null
        : whyNothing(order, end, now()),
    until: end?.toISOString() ?? null,
  };
}

function whyNothing({ state, isCollection }: OrderPage, end: Date | null, now: Date): "not-sent" | "late" | "all-back" {
  // An order that is collected is in the state of a sent one while it waits at the shop.
  if (end === null || (isCollection && state === "shipped")) return "not-sent";
  return now >= end ? "late" : "all-back";
}

/**
 * Takes copies back: each line gets a return, unless the reader has requested one, and its refund. Throws
 * AboveRefundLimit if it exceeds the limits of the person.
 */
export function takeOnlineBack(
  { db, settings, now }: Facts,
  input: OnlineReturnInput,
  { staffId, till, limits }: Taker,
): Promise<OnlineTakenBack> {
  return inTransaction(db, async (tx): Promise<OnlineTakenBack> => {
    const { orderNumber } = input;
    const inTx = { db: tx, settings, now };
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from orders where number = ${orderNumber} for update`,
    );
    // A statement of its own, because only a new one sees what was committed while this one waited for the lock.
    const order = rows[0] && (await readOnlineOrder(inTx, orderNumber));
    if (!rows[0] || !order) return { ok: false, reason: "no-such-order" };
    if (order.obstacle) return { ok: false, reason: order.obstacle };
    const orderId = Number(rows[0].id);
    const lines = input.lines.filter(({ copies }) => copies > 0);
    const asked = order.asked.filter(({ id }) => input.asked.includes(id));
    const leftOf = (position: number) => order.lines.find((line) => line.position === position)?.left ?? 0;
    if (asked.length < input.asked.length || lines.some(({ position, copies }) => copies > leftOf(position)))
      return { ok: false, reason: "too-many" };
    if (lines.length + asked.length === 0) return { ok: false, reason: "nothing" };

    const time = sql`${now().toISOString()}::timestamptz`;
    const ids = asked.map(({ id }) => id);
    await tx.execute(sql`
      update returns set state = 'accepted', answered_at = ${time} where id = any(${ids}::bigint[]) and state = 'asked'`);
    for (const { position, copies } of lines) {
      const { rows: written } = await tx.execute<{ id: string }>(sql`
        insert into returns (order_id, line_position, quantity, reason, words, state, asked_at, answered_at)
        values (${orderId}, ${position}, ${copies}, ${input.reason}, ${input.words}, 'accepted', ${time}, ${time})
        returning id`);
      ids.push(Number(oneRow(written).id));
    }
    let refundPaise = 0;
    let atTillPaise = 0;
    for (const id of ids) {
      const received = await receiveReturn(inTx, id, { isFit: input.isFit, giver: limits });
      if (!received.ok) throw new Error(`The return ${id} of ${orderNumber} was answered meanwhile`);
      refundPaise += received.refundPaise;
      if (received.refundId !== null && (await isToPayByHand(tx, received.refundId))) {
        await payAtTill(inTx, input, received.refundId, { staffId, till, limits });
        atTillPaise += received.refundPaise;
      }
    }
    const copies = [...lines, ...asked].reduce((sum, line) => sum + line.copies, 0);
    return { ok: true, refundPaise, atTillPaise, copies };
  });
}

async function isToPayByHand(tx: Db, refundId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ provider: string }>(sql`
    select p.provider from refunds r join payments p on p.id = r.payment_id where r.id = ${refundId} and r.state = 'requested'`);
  return rows[0] !== undefined && isPaidByHand(rows[0].provider);
}

/** Gives the money of a refund at the till. The job of documents issues its credit note, as that of other refunds. */
async function payAtTill(
  { db: tx, now }: DbAndClock,
  { orderNumber, paidBy, reference }: OnlineReturnInput,
  refundId: number,
  { staffId, till }: Taker,
): Promise<void> {
  await tx.execute(sql`
    insert into counter_refunds (refund_id, till, cash_paise)
    select id, ${till}, case ${paidBy}::text when 'cash' then amount_paise else 0 end from refunds where id = ${refundId}`);
  const paid = { by: paidBy, on: isoDay(now()), reference };
  await closeRefund({ db: tx, now }, orderNumber, { refundId, closedBy: staffId, paid });
}
