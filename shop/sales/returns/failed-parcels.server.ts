/** Parcels that came back or were lost, and copies that arrived damaged: sends the copies again or refunds them. */

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { noteArrival } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { followParcels } from "#shop/sales/orders/parcels/follow-parcels.server.ts";
import { moveOrder } from "#shop/sales/orders/move-order.server.ts";
import type { ParcelFailure } from "#shop/sales/orders/parcels/parcel-copies.ts";
import type { Parcel } from "#shop/sales/orders/parcels/ship-order.server.ts";
import type { RefundLimits } from "#shop/sales/payments/refund-limit.server.ts";
import { priceLeft, refundLines } from "#shop/sales/refunds/refund-lines.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { correctCopies, lockShelves } from "#shop/catalogue/stock/correct-copies.server.ts";
import type { MovedBy } from "#shop/catalogue/stock/shelf.ts";
import { returnCopies } from "#shop/catalogue/stock/stock.server.ts";
import {
  holdParcel,
  type AboutParcel,
  type LockedLine,
  type LockedParcel,
  type NoParcel,
  type ParcelError,
} from "./hold-parcel.server.ts";

export type SentAgain =
  /** `place` is the number of the new parcel, `was` that of the parcel that it replaces. */
  | { ok: true; place: number; was: number }
  | NoParcel
  | { ok: false; reason: "refunded" | "not-in-parcel" | "is-collection" }
  /** There are not enough free copies to replace those that are gone. */
  | { ok: false; reason: "not-enough"; title: string; free: number };

interface SendAgainInput extends AboutParcel {
  trouble: ParcelError;
  /** For damaged copies: which ones of the parcel; all if omitted. */
  copies?: { bookId: string; quantity: number }[] | undefined;
  /** Whether the copies that came back are sent again; if not, other copies are taken from the shelf. */
  isFit: boolean;
  parcel: Parcel;
  by?: MovedBy;
}

/** Sends copies of a parcel again, in a new parcel without payment, and enqueues a letter. Locks the order's row. */
export function resendParcel({ db, now }: DbAndClock, input: SendAgainInput): Promise<SentAgain> {
  const { trouble, actor } = input;
  return inTransaction(db, async (tx): Promise<SentAgain> => {
    const found = await holdParcel(tx, input, trouble);
    if (!found.ok) return found;
    const { held } = found;
    const { orderId } = held;
    if (held.isCollection) return { ok: false, reason: "is-collection" };
    if ((await readLeft(tx, orderId)) === 0) return { ok: false, reason: "refunded" };
    const chosen = choose(held.lines, trouble === "damaged" ? input.copies : undefined);
    if (!chosen) return { ok: false, reason: "not-in-parcel" };
    const at = now();
    if (trouble !== "came-back" || !input.isFit) {
      const short = await takeFromShelf(
        tx,
        chosen,
        { ...input.by, reason: `Sent again for order ${input.number}` },
        at,
      );
      if (short) return { ok: false, reason: "not-enough", ...short };
    }
    // The order stays delivered if copies were damaged, or if a parcel recorded as delivered turns out to be lost.
    const isExtra = held.isExtra || held.hasArrived || trouble === "damaged";
    if (trouble === "damaged" && !held.hasArrived) await noteArrival(tx, orderId, held, at, actor);
    if (trouble !== "damaged" && !held.hasArrived) await noteFailure(tx, held, trouble, at);
    const place = await writeParcel(tx, held, { ...input.parcel, chosen, isExtra }, at);
    await enqueueLetter(tx, {
      kind: "order-shipped",
      orderId,
      to: held.email,
      subjectKey: String(place),
      facts: { parcel: place },
    });
    return { ok: true, place, was: held.place };
  });
}

export type RefundedParcel =
  | {
      ok: true;
      refundId: number | null;
      refundPaise: number;
      /** Whether the carrier had not collected the money yet, so that none went back. */
      isDue: boolean;
      isCollection: boolean;
      was: number;
      copies: number;
    }
  | NoParcel;

interface RefundParcelInput extends AboutParcel {
  failure: ParcelFailure;
  /** Whether the copies can be sold again. */
  isFit: boolean;
  /** Whether the delivery fee is refunded too. */
  withDelivery: boolean;
  giver?: RefundLimits | undefined;
}

const failureWords: Record<ParcelFailure, string> = {
  "came-back": "The parcel came back to us",
  lost: "The parcel was lost on its way",
};

/** What happened to the parcel, for its reader. */
function describeFailure({ isCollection }: LockedParcel, failure: ParcelFailure): string {
  return isCollection && failure === "came-back" ? "You did not collect the order" : failureWords[failure];
}

/**
 * Refunds the copies of a parcel that came back or was lost, with or without the delivery fee. Copies that came back
 * fit for sale are restocked. Locks the order's row.
 */
export function refundParcel({ db, now }: DbAndClock, input: RefundParcelInput): Promise<RefundedParcel> {
  const { failure, withDelivery, giver, actor } = input;
  return inTransaction(db, async (tx): Promise<RefundedParcel> => {
    const found = await holdParcel(tx, input, failure);
    if (!found.ok) return found;
    const { held } = found;
    if (held.hasArrived) return { ok: false, reason: "not-on-its-way" };
    const { orderId, lines } = held;
    const at = now();
    const words = describeFailure(held, failure);
    const isFit = input.isFit && failure === "came-back";
    const copies = lines.map(({ position, quantity }) => ({ position, quantity }));
    if (isFit) await returnCopies(tx, orderId, lines);
    const price = (line: LockedLine) => priceLeft({ ...line, quantity: line.lineQuantity }, line.before, line.quantity);
    const booksPaise = lines.reduce((sum, line) => sum + price(line), 0);
    const isLast = held.isDue && (await isLastParcel(tx, held));
    const { refundId, refundPaise } = await refundLines(tx, orderId, {
      // If no parcel of an order arrives, the carrier collects nothing.
      paidPaise: isLast ? undefined : booksPaise + (withDelivery ? held.shippingPaise : 0),
      reason: "returned",
      note: words,
      copies,
      at,
      giver,
      isUndelivered: isLast,
    });
    const time = sql`${at.toISOString()}::timestamptz`;
    // One refund for the whole parcel: only the return of its first book refers to it.
    for (const [index, { position, quantity }] of copies.entries())
      await tx.execute(sql`
        insert into returns (order_id, line_position, quantity, reason, words, state, asked_at, answered_at, received_at,
          refund_id, restocked_quantity)
        values (${orderId}, ${position}, ${quantity}, ${failure === "lost" ? "lost" : "undelivered"}, '', 'received', ${time},
          ${time}, ${time}, ${index === 0 ? refundId : null}, ${isFit ? quantity : 0})`);
    await noteFailure(tx, held, failure, at);
    if (isLast) {
      const note = words.toLowerCase();
      const move = { orderId, cause: "bookseller", at, actor, note } as const;
      await moveOrder(tx, { ...move, from: ["shipped"], payment: "none", fulfilment: "returned" });
    }
    await followParcels(tx, { orderId, cause: "bookseller", at, actor, note: words.toLowerCase() });
    const sum = copies.reduce((all, { quantity }) => all + quantity, 0);
    return {
      ok: true,
      refundId,
      refundPaise,
      isDue: held.isDue,
      isCollection: held.isCollection,
      was: held.place,
      copies: sum,
    };
  });
}

/** The part of the order's payment that was not refunded, in paise. */
async function readLeft(tx: Db, orderId: number): Promise<number> {
  const { rows } = await tx.execute<{ left: string }>(sql`
    select p.amount_paise - (select coalesce(sum(r.amount_paise), 0) from refunds r
      where r.payment_id = p.id and r.state <> 'failed') as left
    from payments p where p.order_id = ${orderId} and p.settles`);
  return Number(oneRow(rows).left);
}

/** The chosen copies; null if none were chosen, or more than there are. */
function choose(lines: LockedLine[], copies: SendAgainInput["copies"]): LockedLine[] | null {
  if (!copies) return lines;
  const chosen = copies.map(({ bookId, quantity }) => {
    const line = lines.find((one) => one.bookId === bookId);
    return line && quantity > 0 && quantity <= line.quantity ? { ...line, quantity } : null;
  });
  const isOnce = new Set(copies.map(({ bookId }) => bookId)).size === copies.length;
  return chosen.length > 0 && isOnce && chosen.every((line) => line !== null) ? chosen : null;
}

/** Takes copies from the shelf; returns the first book without enough free copies, or null. */
async function takeFromShelf(tx: Db, lines: LockedLine[], by: MovedBy, at: Date) {
  const wanted = Map.groupBy(lines, ({ bookId }) => bookId);
  const shelves = new Map((await lockShelves(tx, [...wanted.keys()])).map((shelf) => [shelf.bookId, shelf]));
  const corrections = [...wanted].map(([bookId, of]) => ({
    bookId,
    title: of[0]?.title ?? "",
    delta: -of.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
  for (const { bookId, title, delta } of corrections) {
    const shelf = shelves.get(bookId);
    const free = shelf ? shelf.onHand - shelf.reserved : 0;
    if (free + delta < 0) return { title, free };
  }
  await correctCopies(tx, corrections, { importId: null, now: at, ...by });
  return null;
}

/** Whether every other parcel of the order came back or was lost. */
async function isLastParcel(tx: Db, { orderId, place }: LockedParcel): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from shipments where order_id = ${orderId} and place <> ${place} and failed_at is null limit 1`);
  return rows.length === 0;
}

/** Marks a parcel as failed. The caller has locked the order's row. */
export async function noteFailure(
  tx: Db,
  { orderId, place }: Pick<LockedParcel, "orderId" | "place">,
  failure: ParcelFailure,
  at: Date,
): Promise<void> {
  const time = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with failed as (update shipments set failure = ${failure}, failed_at = ${time}
      where order_id = ${orderId} and place = ${place})
    update orders set updated_at = ${time} where id = ${orderId}`);
}

async function writeParcel(
  tx: Db,
  { orderId, place: replaces }: LockedParcel,
  parcel: Parcel & { chosen: LockedLine[]; isExtra: boolean },
  at: Date,
): Promise<number> {
  const time = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ place: number }>(sql`
    with touched as (update orders set updated_at = ${time} where id = ${orderId})
    insert into shipments (order_id, place, is_part, replaces, is_extra, carrier, tracking_number, tracking_url, shipped_at)
    select ${orderId}, (select max(s.place) + 1 from shipments s where s.order_id = ${orderId}), true, ${replaces},
      ${parcel.isExtra}, ${parcel.carrier}, ${parcel.trackingNumber}, ${parcel.trackingUrl}, ${time}
    returning place`);
  const { place } = oneRow(rows);
  for (const { position, quantity } of parcel.chosen)
    await tx.execute(sql`
      insert into shipment_lines (order_id, place, line_position, quantity, is_again)
      values (${orderId}, ${place}, ${position}, ${quantity}, true)`);
  return place;
}
