/** Cancels an order, or copies of it, before dispatch. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { copiesLeftSql } from "#shop/sales/orders/parcels/copies-left.server.ts";
import { ownedBy, type OrderViewer } from "#shop/sales/orders/find-order.server.ts";
import { followParcels } from "#shop/sales/orders/parcels/follow-parcels.server.ts";
import { closeUnpaidOrder } from "#shop/sales/orders/close-unpaid-order.server.ts";
import { moveOrder, type Actor } from "#shop/sales/orders/move-order.server.ts";
import { heldStates, isToPack, toPackStates, type MoveCause, type OrderState } from "#shop/sales/orders/order-state.ts";
import { giveBackTransfers } from "#shop/sales/payments/bank-transfers.server.ts";
import type { RefundLimits } from "#shop/sales/payments/refund-limit.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { returnCopies } from "#shop/catalogue/stock/stock.server.ts";
import { givenOnLineSql, priceLeft, refundLines } from "./refund-lines.server.ts";

/** Copies of one book to cancel. */
export interface CancelledCopies {
  bookId: string;
  quantity: number;
}

export type Cancellation =
  | { ok: true; refundPaise: number; isWhole: boolean; refundId: number | null }
  | { ok: false; reason: "no-such-order" | "too-late" | "not-in-order" };

interface CancelOrderInput {
  number: string;
  /** The person who cancels: a viewer of the order, or a staff member. */
  by: OrderViewer | { actor: Actor };
  /** All remaining copies if absent. */
  copies?: CancelledCopies[];
  cause: MoveCause;
  /** The staff member whose refund limits apply, if any. */
  giver?: RefundLimits | undefined;
}

interface Line {
  position: number;
  bookId: string;
  quantity: number;
  cancelledQuantity: number;
  /** Copies that were returned, or refunded without a return. */
  returned: number;
  /** Copies that were neither cancelled nor sent. */
  left: number;
  totalPaise: string;
  /** Earlier refunds that reduced the line's price. */
  givenPaise: string;
}

/**
 * Cancels an order, or copies of it, before dispatch: refunds the money, or lowers what is due on delivery, and puts the
 * copies back into stock. An order
 * that is unpaid, or without a refundable rest, is closed without a refund. Of an order sent in part only the waiting
 * copies are cancelled; with the last of them the order becomes shipped.
 */
export function cancelOrder({ db, now }: DbAndClock, input: CancelOrderInput): Promise<Cancellation> {
  const actor = typeof input.by === "object" && "actor" in input.by ? input.by.actor : undefined;
  const viewer = typeof input.by === "object" && "actor" in input.by ? "link" : input.by;
  return inTransaction(db, async (tx): Promise<Cancellation> => {
    const { rows } = await tx.execute<{ id: string; state: OrderState; email: string; shippingPaise: string }>(
      sql`select o.id, o.state, o.email, o.shipping_paise from orders o
        where o.number = ${input.number} and ${ownedBy(viewer)} for update`,
    );
    const order = rows[0];
    if (!order) return { ok: false, reason: "no-such-order" };
    const orderId = Number(order.id);
    const move = { orderId, cause: input.cause, actor, at: now() };

    if (heldStates.includes(order.state) && !input.copies) {
      await closeUnpaidOrder(tx, "cancelled", move);
      await giveBackTransfers(tx, orderId, "cancelled", move.at);
      return { ok: true, refundPaise: 0, isWhole: true, refundId: null };
    }
    if (!isToPack(order.state)) return { ok: false, reason: "too-late" };

    const { rows: lines } = await tx.execute<Line>(sql`
      select l.position, l.book_id, l.quantity, l.cancelled_quantity, ${copiesLeftSql} as left, l.total_paise, ${givenOnLineSql} as given_paise,
        (select coalesce(sum(t.quantity), 0)::int from returns t where t.order_id = l.order_id
          and t.line_position = l.position and t.state in ('kept', 'received')) as returned
      from order_lines l where l.order_id = ${orderId} order by l.position`);
    const cancelled = lines.map((line) => ({ line, quantity: wantedOf(line, input.copies) }));
    const known = new Set(lines.map((line) => line.bookId));
    const isPossible = cancelled.every(({ line, quantity }) => quantity <= line.left);
    if (!isPossible || input.copies?.some((copies) => copies.quantity < 1 || !known.has(copies.bookId))) {
      return { ok: false, reason: "not-in-order" };
    }
    const chosen = cancelled.filter(({ quantity }) => quantity > 0);
    if (chosen.length === 0) return { ok: false, reason: "not-in-order" };
    // The whole order is cancelled: no copies are left, and none was sent.
    const isWhole = cancelled.every(({ line, quantity }) => quantity === line.quantity - line.cancelledQuantity);
    const linesPaise = chosen.reduce((sum, { line, quantity }) => sum + priceOf(line, quantity), 0);

    for (const { line, quantity } of chosen) {
      await tx.execute(sql`
        update order_lines set cancelled_quantity = cancelled_quantity + ${quantity}
        where order_id = ${orderId} and position = ${line.position}`);
    }
    await returnCopies(
      tx,
      orderId,
      chosen.map(({ line, quantity }) => ({ bookId: line.bookId, quantity })),
    );
    const copies = chosen.map(({ line, quantity }) => ({ position: line.position, quantity }));
    const paidPaise = linesPaise + (isWhole ? Number(order.shippingPaise) : 0);
    const wanted = isWhole ? undefined : paidPaise;
    const { refundId, refundPaise, leftPaise } = await refundLines(tx, orderId, {
      paidPaise: wanted,
      reason: "cancelled",
      copies,
      at: move.at,
      giver: input.giver,
    });
    const isOnCredit = order.state === "to_pack" && (await isPaid(tx, orderId));
    // What a buyer on credit had paid of it goes back as money.
    if (isOnCredit && isWhole)
      await refundLines(tx, orderId, { paidPaise: undefined, reason: "cancelled", copies: [], at: move.at });
    const beforePaise = Math.max(0, paidPaise - Math.max(refundPaise, leftPaise));
    if (isWhole) {
      const payment = order.state === "to_pack" && !isOnCredit ? "none" : leftPaise > 0 ? undefined : "refund_pending";
      await moveOrder(tx, {
        ...move,
        from: toPackStates,
        ...(payment && { payment }),
        fulfilment: "cancelled",
        note: "cancelled",
      });
    } else {
      // Sets `updated_at`, so that programs that read changed orders read this one again.
      await tx.execute(sql`
        update orders set updated_at = ${move.at.toISOString()}::timestamptz where id = ${orderId}`);
      await followParcels(tx, { ...move, note: "the rest was cancelled" });
    }
    await enqueueLetter(tx, {
      kind: "order-cancelled",
      orderId,
      to: order.email,
      subjectKey: cancelled.map(({ line, quantity }) => line.cancelledQuantity + quantity).join(","),
      facts: { isWhole, paidPaise, beforePaise, refundPaise, copies },
    });
    return { ok: true, refundPaise, isWhole, refundId };
  });
}

/** Whether the order is paid by now, as its transfers cover what is left to pay. */
async function isPaid(tx: Db, orderId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from orders where id = ${orderId} and payment_state = 'paid'`);
  return rows.length > 0;
}

function wantedOf(line: Line, copies: CancelledCopies[] | undefined): number {
  if (!copies) return line.left;
  return copies.filter((copy) => copy.bookId === line.bookId).reduce((sum, { quantity }) => sum + quantity, 0);
}

function priceOf({ totalPaise, givenPaise, quantity, cancelledQuantity, returned }: Line, copies: number): number {
  const line = { totalPaise: Number(totalPaise), givenPaise: Number(givenPaise), quantity };
  return priceLeft(line, cancelledQuantity + returned, copies);
}
