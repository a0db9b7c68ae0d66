import { askReturn } from "#shop/after-sale/ask-return.server.ts";
import { cancelOrder } from "#shop/after-sale/cancel-order.server.ts";
import { findOrderId, type OrderReader } from "#shop/orders/find-order.server.ts";
import type { Services } from "#shop/services.ts";
import type { OrderNote } from "./notes.ts";
import type { OrderWish } from "./order-wish.server.ts";

/** Does what a form asks of an order; the note for its page, or null when there is no such order for this reader. */
export async function runOrderWish(
  services: Services,
  { number, by, wish }: { number: string; by: OrderReader; wish: Exclude<OrderWish, { intent: "buy-again" }> },
): Promise<OrderNote | null> {
  if (wish.intent === "return-copies") {
    const { reason } = wish;
    if (reason === null) return (await findOrderId(services.db, number, by)) === null ? null : "no-reason";
    const asked = await askReturn(services, { number, by, wish: { ...wish, reason } });
    if (asked.ok) return "return-asked";
    return asked.reason === "no-such-order" ? null : `return-${asked.reason}`;
  }
  const copies = wish.intent === "cancel-copies" ? [{ bookId: wish.bookId, quantity: wish.quantity }] : undefined;
  const done = await cancelOrder(services.db, { number, by, copies, cause: "reader" });
  if (done.ok) return done.refundPaise > 0 ? "cancelled" : "nothing-back";
  return done.reason === "no-such-order" ? null : done.reason;
}
