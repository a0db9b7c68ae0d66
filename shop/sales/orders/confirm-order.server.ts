/** Confirms an order that is paid on delivery, so that the shop packs it. */
import { sql } from "#db/sql.ts";

import { inTransaction } from "#db/transaction.ts";
import { publishedBy } from "#shop/catalogue/books/parcel.server.ts";
import { promiseOrder } from "#shop/sales/orders/parcels/promise-order.ts";
import { writeDue } from "#shop/sales/orders/due-payment.server.ts";
import type { Services } from "#shop/services.ts";
import { becomeSale } from "./become-sale.server.ts";
import { ownedBy, type OrderViewer } from "./find-order.server.ts";
import type { Actor } from "./move-order.server.ts";
import { orderStates, type OrderState } from "./order-state.ts";

/** The result of a confirmation. `is-over`: the order was cancelled, or its time to be confirmed is over. */
export type OrderConfirmation = { ok: true } | { ok: false; reason: "no-such-order" | "not-on-delivery" | "is-over" };

/**
 * Confirms an order that is paid on delivery: by its reader, who came by the link in the letter or is signed in, or by
 * the bookseller, who has asked the reader. Idempotent. The visitor with the cart that placed the order cannot confirm
 * it, because anybody can type any address. Locks the order's row.
 */
export function confirmOrder(
  { db, settings, now }: Pick<Services, "db" | "settings" | "now">,
  number: string,
  by: Exclude<OrderViewer, { cartToken: string }> | { actor: Actor },
): Promise<OrderConfirmation> {
  const actor = typeof by === "object" && "actor" in by ? by.actor : undefined;
  const viewer = typeof by === "object" && "actor" in by ? "link" : by;
  return inTransaction(db, async (tx): Promise<OrderConfirmation> => {
    const at = now();
    const { rows } = await tx.execute<{
      id: string;
      number: string;
      state: OrderState;
      email: string;
      pin: string;
      promotionCode: string | null;
      isOnDelivery: boolean;
      isCollection: boolean;
      publishedOn: string | null;
    }>(sql`
      select o.id, o.number, o.state, o.email, o.pin, o.promotion_code, o.payment_method = 'on_delivery' as is_on_delivery,
        o.delivery_method = 'collection' as is_collection,
        (select max(${publishedBy})::text from order_lines l join books b on b.id = l.book_id where l.order_id = o.id) as published_on
      from orders o where o.number = ${number} and ${ownedBy(viewer)} for update of o`);
    const [order] = rows;
    if (!order) return { ok: false, reason: "no-such-order" };
    if (!order.isOnDelivery) return { ok: false, reason: "not-on-delivery" };
    if (orderStates[order.state].isConfirmed) return { ok: true };
    if (order.state !== "to_confirm") return { ok: false, reason: "is-over" };
    const orderId = Number(order.id);
    const arrival = promiseOrder(settings.policies.delivery, { ...order, now: at });
    const cause = actor === undefined ? "reader" : "bookseller";
    await becomeSale(tx, order, { orderId, from: ["to_confirm"], cause, at, actor, arrival });
    await writeDue(tx, orderId, at);
    return { ok: true };
  });
}
