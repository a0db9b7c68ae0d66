import type { Db } from "#db/connect.ts";
import { inOrder } from "#db/transaction.ts";
import { sellReserved } from "#shop/catalogue/stock/stock.server.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { spendRedemption } from "#shop/sales/pricing/promotions.server.ts";
import { moveOrder, type Move } from "./move-order.server.ts";

/** An order that is confirmed, by its payment or by its reader. Its copies are reserved, and its row is locked. */
interface ConfirmedOrder {
  number: string;
  email: string;
  promotionCode: string | null;
}

/**
 * Confirms an order: its copies are sold and wait to be packed, the use of its code is final, and its reader gets the
 * letter. The trigger `orders_need_a_bill` queues its bill. Throws if the order was not in one of the states of `from`.
 */
export async function becomeSale(tx: Db, order: ConfirmedOrder, move: Omit<Move, "fulfilment">): Promise<void> {
  const { orderId } = move;
  const [isMoved] = await inOrder([
    moveOrder(tx, { ...move, fulfilment: "to_pack" }),
    sellReserved(tx, orderId),
    order.promotionCode !== null && spendRedemption(tx, orderId),
    enqueueLetter(tx, { kind: "order-confirmed", orderId, to: order.email }),
  ]);
  if (!isMoved) throw new Error(`Order ${order.number} could not be confirmed`);
}
