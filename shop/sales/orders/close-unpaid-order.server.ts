import type { Db } from "#db/connect.ts";
import { releaseReservations } from "#shop/catalogue/stock/stock.server.ts";
import { releaseRedemption } from "#shop/sales/pricing/promotions.server.ts";
import { moveOrder, type Move } from "./move-order.server.ts";
import { heldStates } from "./order-state.ts";

/**
 * Closes an order that waits for its payment or confirmation, and releases its copies and its use of a code. Returns
 * whether the order waited.
 */
export async function closeUnpaidOrder(
  tx: Db,
  fulfilment: "expired" | "superseded" | "cancelled",
  move: Omit<Move, "from" | "payment" | "fulfilment">,
): Promise<boolean> {
  const isClosed = await moveOrder(tx, { ...move, from: heldStates, payment: "none", fulfilment });
  if (!isClosed) return false;
  await releaseReservations(tx, move.orderId);
  await releaseRedemption(tx, move.orderId);
  return true;
}
