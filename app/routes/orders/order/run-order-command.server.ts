import { askReturn } from "#shop/sales/returns/ask-return.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { confirmOrder } from "#shop/sales/orders/confirm-order.server.ts";
import { findOrderId, type OrderViewer } from "#shop/sales/orders/find-order.server.ts";
import type { Services } from "#shop/services.ts";
import type { OrderFlash } from "./flash-texts.ts";
import type { OrderCommand } from "./order-command.server.ts";

/** Runs a command on an order. Returns the flash message for its page, or null when the viewer has no such order. */
export async function runOrderCommand(
  services: Services,
  { number, by, command }: { number: string; by: OrderViewer; command: Exclude<OrderCommand, { intent: "buy-again" }> },
): Promise<OrderFlash | null> {
  if (command.intent === "return-copies") {
    const { reason } = command;
    if (reason === null) return (await findOrderId(services.db, number, by)) === null ? null : "no-reason";
    const result = await askReturn(services, { number, by, input: { ...command, reason } });
    if (result.ok) return "return-asked";
    return result.reason === "no-such-order" ? null : `return-${result.reason}`;
  }
  if (command.intent === "confirm-order") {
    if (typeof by === "object" && "cartToken" in by) return "confirm-by-letter";
    const confirmed = await confirmOrder(services, number, by);
    if (confirmed.ok) return "confirmed";
    return confirmed.reason === "no-such-order" ? null : "confirm-over";
  }
  const copies =
    command.intent === "cancel-copies" ? [{ bookId: command.bookId, quantity: command.quantity }] : undefined;
  const done = await cancelOrder(services, { number, by, copies, cause: "reader" });
  if (done.ok) return done.refundPaise > 0 ? "cancelled" : "nothing-back";
  return done.reason === "no-such-order" ? null : done.reason;
}
