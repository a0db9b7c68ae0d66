/** What becomes of the copies in a parcel whose order was refunded in full while it was on its way. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { returnCopies } from "#shop/catalogue/stock/stock.server.ts";
import { arrivalSubject } from "#shop/sales/orders/parcels/parcel-copies.ts";
import {
  followRefundedParcels,
  lockRefundedOrder,
  noteRefundedArrival,
  type RefundedOrder,
  type RefundedParcel,
} from "#shop/sales/orders/parcels/refunded-parcels.server.ts";
import { priceLeft } from "#shop/sales/refunds/refund-lines.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { noteFailure } from "./failed-parcels.server.ts";
import { readLinesInParcel, type AboutParcel, type LockedLine } from "./hold-parcel.server.ts";

/**
 * How it ended. With the last two the reader has the books: `ask` writes to the reader about the money, which stays a
 * question until the books come back or the shop writes them off.
 */
export type RefundedParcelEnd = "came-back" | "lost" | "ask" | "write-off";

export type EndedParcel =
  | { ok: true; place: number; copies: number; isCollection: boolean; booksPaise: number }
  | { ok: false; reason: "no-such-order" | "no-such-parcel" | "asked-back" };

/**
 * Records how a parcel of a refunded order ended. No money moves. Copies that came back fit for sale are restocked.
 * Locks the order's row.
 */
export function endRefundedParcel(
  { db, now }: DbAndClock,
  { number, place, end, isFit, actor }: AboutParcel & { place: number; end: RefundedParcelEnd; isFit: boolean },
): Promise<EndedParcel> {
  return inTransaction(db, async (tx): Promise<EndedParcel> => {
    const order = await lockRefundedOrder(tx, number);
    if (!order) return { ok: false, reason: "no-such-order" };
    const parcel = order.parcels.find((one) => one.place === place);
    if (!parcel || (parcel.hasArrived && (end === "lost" || !(await isOpen(tx, order, place)))))
      return { ok: false, reason: "no-such-parcel" };
    const lines = await readLinesInParcel(tx, order.orderId, parcel);
    if (lines.length === 0) return { ok: false, reason: "asked-back" };
    const at = now();
    const booksPaise = lines.reduce((sum, line) => sum + priceOf(line), 0);
    if (end === "came-back" || end === "lost") {
      await takeCopiesBack(tx, order, lines, { end, isFit: isFit && end === "came-back", at });
      if (!parcel.hasArrived) await noteFailure(tx, { orderId: order.orderId, place }, end, at);
      const note = end === "lost" ? "its parcel was lost on its way" : "its parcel came back to us";
      await followRefundedParcels(tx, { orderId: order.orderId, cause: "bookseller", at, actor, note });
    } else if (!parcel.hasArrived) await noteRefundedArrival(tx, order, parcel, { at, actor });
    if (end === "ask")
      await enqueueLetter(tx, {
        kind: "refunded-order-arrived",
        orderId: order.orderId,
        to: order.email,
        subjectKey: `${place} ${at.toISOString()}`,
        facts: { paise: booksPaise, copies: lines.map(({ position, quantity }) => ({ position, quantity })) },
      });
    else await closeAlert(tx, order, place, at);
    const copies = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return { ok: true, place, copies, isCollection: order.isCollection, booksPaise };
  });
}

/** The price of the copies of a line, less earlier refunds for it. */
function priceOf({ lineQuantity, before, quantity, ...line }: LockedLine): number {
  return priceLeft({ ...line, quantity: lineQuantity }, before, quantity);
}

async function takeCopiesBack(
  tx: Db,
  { orderId }: RefundedOrder,
  lines: LockedLine[],
  { end, isFit, at }: { end: "came-back" | "lost"; isFit: boolean; at: Date },
): Promise<void> {
  if (isFit) await returnCopies(tx, orderId, lines);
  const time = sql`${at.toISOString()}::timestamptz`;
  for (const { position, quantity } of lines)
    await tx.execute(sql`
      insert into returns (order_id, line_position, quantity, reason, words, state, asked_at, answered_at, received_at,
        restocked_quantity)
      values (${orderId}, ${position}, ${quantity}, ${end === "lost" ? "lost" : "undelivered"}, '', 'received', ${time},
        ${time}, ${time}, ${isFit ? quantity : 0})`);
}

/** Whether the shop has not decided yet about a parcel that arrived. */
async function isOpen(tx: Db, { orderId }: RefundedOrder, place: RefundedParcel["place"]): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from alerts where order_id = ${orderId} and kind = 'parcel' and subject = ${arrivalSubject(place)}
      and seen_at is null`);
  return rows.length > 0;
}

async function closeAlert(tx: Db, { orderId }: RefundedOrder, place: RefundedParcel["place"], at: Date): Promise<void> {
  await tx.execute(sql`
    update alerts set seen_at = ${at.toISOString()}::timestamptz
    where order_id = ${orderId} and kind = 'parcel' and subject = ${arrivalSubject(place)} and seen_at is null`);
}
