/** Sends a parcel of an order: all copies that wait, or a part of them. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { readCopiesLeft, type LineLeft } from "./copies-left.server.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";
import { moveOrder, type Actor } from "#shop/sales/orders/move-order.server.ts";
import { formatCopiesLeft } from "./parcel-copies.ts";
import { isToPack, toPackStates, type OrderState } from "#shop/sales/orders/order-state.ts";

/** The tracking data of a parcel. */
export interface Parcel {
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
}

/** An order that waits at the shop for its reader, until this ISO day. */
export interface ReadyParcel {
  keptUntil: string;
}

/** The content of a parcel. */
export interface ParcelChoice {
  /** Copies to send; absent: all that wait. */
  copies?: { bookId: string; quantity: number }[] | undefined;
  /** Optimistic lock: the waiting copies of the loaded page, as `formatCopiesLeft`; absent: not compared. */
  left?: string | undefined;
  /** What the label says that the carrier collects, in paise; absent: not compared. */
  collectPaise?: number | undefined;
}

/** The result of sending a parcel. */
export type ShipResult =
  /** `waiting` is the number of copies that still wait after a partial parcel. */
  | { ok: true; waiting?: number }
  | {
      ok: false;
      reason:
        | "no-such-order"
        | "not-paid"
        | "nothing-to-ship"
        | "refunded"
        | "not-in-order"
        | "changed"
        | "cancel-waits"
        /** The carrier collects the whole sum once, so an order that is paid on delivery is sent in one parcel. */
        | "one-parcel"
        /** The reader collects it at the shop, or does not. */
        | "other-method";
    };

/**
 * Records a parcel as handed to the carrier, with all waiting copies or some of them, unless the whole payment is being
 * refunded. The last one moves the order to "shipped". An order that is collected at the shop is "shipped" when it is
 * ready there, as a parcel without a carrier. Locks the order's row, so that it cannot be cancelled or
 * refunded at the same time, and no copy is sent twice.
 */
export function shipOrder(
  { db, now }: DbAndClock,
  number: string,
  parcel: Parcel | ReadyParcel,
  actor?: Actor,
  choice: ParcelChoice = {},
): Promise<ShipResult> {
  const keptUntil = "keptUntil" in parcel ? parcel.keptUntil : null;
  const { carrier, trackingNumber, trackingUrl } = "keptUntil" in parcel ? noCarrier : parcel;
  return inTransaction(db, async (tx): Promise<ShipResult> => {
    const { rows } = await tx.execute<{ id: string; email: string; state: OrderState; isCollection: boolean }>(
      sql`select id, email, state, delivery_method = 'collection' as is_collection from orders where number = ${number} for update`,
    );
    const order = rows[0];
    if (!order) return { ok: false, reason: "no-such-order" };
    const orderId = Number(order.id);
    // A separate statement, as the one that waited for the lock does not see rows that were committed meanwhile.
    const { copies, paise, sent, cancelWaits, collectPaise } = await readOrder(tx, orderId);
    if (copies === 0) return { ok: false, reason: "nothing-to-ship" };
    if (paise === 0) return { ok: false, reason: "refunded" };
    if (!isToPack(order.state)) return { ok: false, reason: "not-paid" };
    if (order.isCollection !== (keptUntil !== null)) return { ok: false, reason: "other-method" };
    if (cancelWaits) return { ok: false, reason: "cancel-waits" };
    const lines = await readCopiesLeft(tx, orderId);
    if (choice.left !== undefined && choice.left !== formatCopiesLeft(lines)) return { ok: false, reason: "changed" };
    if (choice.collectPaise !== undefined && choice.collectPaise !== collectPaise)
      return { ok: false, reason: "changed" };
    const chosen = chooseCopies(lines, choice.copies);
    if (!chosen) return { ok: false, reason: "not-in-order" };
    const waiting = lines.reduce((sum, { left }) => sum + left, 0) - chosen.reduce((sum, { left }) => sum + left, 0);
    if (waiting > 0 && order.state === "to_pack") return { ok: false, reason: "one-parcel" };
    const isPart = waiting > 0 || sent > 0;
    const place = sent + 1;
    const at = sql`${now().toISOString()}::timestamptz`;
    await tx.execute(sql`
      insert into shipments (order_id, place, is_part, carrier, tracking_number, tracking_url, shipped_at, kept_until)
      values (${orderId}, ${place}, ${isPart}, ${carrier}, ${trackingNumber}, ${trackingUrl}, ${at}, ${keptUntil}::date)`);
    if (isPart) await writePart(tx, orderId, place, chosen);
    if (waiting === 0) {
      const note = `${carrier} ${trackingNumber}`.trim();
      await moveOrder(tx, {
        orderId,
        from: toPackStates,
        fulfilment: "shipped",
        cause: "bookseller",
        at: now(),
        note,
        actor,
      });
    } else {
      // Clients that poll for changed orders must receive this one again.
      await tx.execute(sql`update orders set updated_at = ${at} where id = ${orderId}`);
    }
    if (keptUntil !== null) await tellReady(tx, { orderId, to: order.email, keptUntil });
    else {
      const letter = { orderId, to: order.email, subjectKey: isPart ? String(place) : "", facts: { parcel: place } };
      await enqueueLetter(tx, { kind: "order-shipped", ...letter });
    }
    return waiting > 0 ? { ok: true, waiting } : { ok: true };
  });
}

const noCarrier: Parcel = { carrier: "", trackingNumber: "", trackingUrl: "" };

/** Writes to the reader that the order can be collected until a day; once for each day. */
export async function tellReady(
  tx: Db,
  { orderId, to, keptUntil }: { orderId: number; to: string; keptUntil: string },
): Promise<void> {
  await enqueueLetter(tx, { kind: "order-ready", orderId, to, subjectKey: keptUntil, facts: { isReminder: false } });
}

/** The chosen copies of each line; null if nothing is chosen, or more than waits. */
function chooseCopies(lines: LineLeft[], copies: ParcelChoice["copies"]): LineLeft[] | null {
  if (!copies) return lines.filter(({ left }) => left > 0);
  const chosen = lines.flatMap((line) => {
    const left = copies.filter(({ bookId }) => bookId === line.bookId).reduce((sum, { quantity }) => sum + quantity, 0);
    return left === 0 ? [] : [{ ...line, left }];
  });
  const isKnown = copies.every(({ bookId, quantity }) => quantity > 0 && lines.some((line) => line.bookId === bookId));
  const isLeft = chosen.every((one) =>
    lines.some(({ position, left }) => position === one.position && one.left <= left),
  );
  return isKnown && isLeft && chosen.length > 0 ? chosen : null;
}

/** Stores the content of a partial parcel, and removes its copies from the packed ones. */
async function writePart(tx: Db, orderId: number, place: number, chosen: LineLeft[]): Promise<void> {
  for (const { position, left } of chosen) {
    await tx.execute(sql`
      insert into shipment_lines (order_id, place, line_position, quantity)
      values (${orderId}, ${place}, ${position}, ${left})`);
    await tx.execute(sql`
      delete from packed_copies where id in (select id from packed_copies
        where order_id = ${orderId} and line_position = ${position} order by id limit ${left})`);
  }
}

/**
 * Copies that are not cancelled; the payment less pending and processed refunds, null if unpaid; the number of parcels;
 * and whether a cancellation waits for approval.
 */
async function readOrder(tx: Db, orderId: number) {
  const { rows } = await tx.execute<{
    copies: number;
    paise: string | null;
    sent: number;
    cancelWaits: boolean;
    collectPaise: number;
  }>(sql`
    select (select coalesce(sum(l.quantity - l.cancelled_quantity), 0)::int from order_lines l where l.order_id = ${orderId}) as copies,
      (select p.amount_paise - (select coalesce(sum(r.amount_paise), 0) from refunds r
          where r.payment_id = p.id and r.state <> 'failed')
        from payments p where p.order_id = ${orderId} and p.settles) as paise,
      (select count(*)::int from shipments s where s.order_id = ${orderId}) as sent,
      coalesce((select ${collectSql} from orders o where o.id = ${orderId}), 0) as collect_paise,
      exists (select from refund_requests q where q.order_id = ${orderId} and q.answered_at is null
        and q.act ->> 'kind' = 'cancel') as cancel_waits`);
  const { paise, ...found } = oneRow(rows);
  return { ...found, paise: paise === null ? null : Number(paise) };
}
