import { askReturn } from "#shop/sales/returns/ask-return.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { confirmByCode } from "#shop/sales/orders/codes/confirm-by-code.server.ts";
import { sendCode } from "#shop/sales/orders/codes/send-code.server.ts";
import { confirmOrder } from "#shop/sales/orders/confirm-order.server.ts";
import { findOrderId, type OrderViewer } from "#shop/sales/orders/find-order.server.ts";
import type { Services } from "#shop/services.ts";
import type { OrderFlash } from "./flash-texts.ts";
import type { OrderCommand } from "./order-command.server.ts";

/** Runs a command on an order. Returns the flash message for its page, or null when the viewer has no such order. */
export async function runOrderCommand(
  services: Services,
  {
    number,
    by,
    network,
    command,
  }: {
    number: string;
    by: OrderViewer;
    /** The network of the request; null for the shop's own machine. */
    network: string | null;
    command: Exclude<OrderCommand, { intent: "buy-again" }>;
  },
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
  if (command.intent === "send-code") {
    const sending = await sendCode(services, number, { by, network });
    // The page says when the next one can be sent.
    if (sending.ok || sending.reason === "too-soon") return "code-sent";
    if (sending.reason === "no-such-order") return null;
    return sending.reason === "is-over" ? "confirm-over" : "code-not-sent";
  }
  if (command.intent === "confirm-by-code") {
    const typed = command.code.replaceAll(/[\s-]/g, "");
    if (!/^\d{6}$/.test(typed)) return "code-malformed";
    const confirmed = await confirmByCode(services, number, { by, typed });
    if (confirmed.ok) return "confirmed";
    if (confirmed.reason === "no-such-order") return null;
    if (confirmed.reason === "wrong") return "code-wrong";
    return confirmed.reason === "no-code" ? "code-over" : "confirm-over";
  }
  const copies =
    command.intent === "cancel-copies" ? [{ bookId: command.bookId, quantity: command.quantity }] : undefined;
  const done = await cancelOrder(services, { number, by, copies, cause: "reader" });
  if (done.ok) return done.refundPaise > 0 ? "cancelled" : "nothing-back";
  return done.reason === "no-such-order" ? null : done.reason;
}
