import type { BoughtAgain } from "#shop/sales/orders/buy-again.server.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { orderStates } from "#shop/sales/orders/order-state.ts";
import type { CodeFlash } from "./code/code-words.ts";
import { nameCopies } from "./timeline.ts";

/** Codes of flash messages on the page of an order. */
export type OrderFlash =
  | "placed"
  | "confirmed"
  | "confirm-by-letter"
  | "confirm-over"
  | CodeFlash
  | "code-not-sent"
  | "code-over"
  | "cancelled"
  | "nothing-back"
  | "too-late"
  | "not-in-order"
  | "document-soon"
  | "no-reason"
  | "return-asked"
  | "return-asked-already"
  | "return-not-sent"
  | "return-too-late"
  | "return-not-in-order"
  | `short${string}`;

/** Returns the text of a flash message for the order's current state; null for an unknown code. */
export function orderFlashText(flash: string | null, order: OrderPage): string | null {
  if (flash?.startsWith("short.")) return describeShortParcel(flash, order);
  switch (flash as OrderFlash) {
    case "placed":
      return "Thank you. Your books are held for you.";
    case "confirmed":
      return "Thank you. Your order is confirmed, and we are packing it.";
    case "confirm-by-letter":
      return "Please open the link in the e-mail that we have sent, and confirm the order there.";
    case "confirm-over":
      return "This order can no longer be confirmed: it has ended. You owe nothing, and can order the books again.";
    case "code-not-sent":
      return "No code can be sent at the moment. Please open the link in the e-mail that we have sent, and confirm the order there.";
    case "code-over":
      return "This code is no longer valid. Please ask for another one, or open the link in the e-mail that we have sent.";
    case "cancelled":
      return describeCancelled(order);
    case "nothing-back":
      return order.paidPaise === 0
        ? "Your order is cancelled. No money was taken for it."
        : "Your order is cancelled. Your payment was refunded earlier. We will send you an e-mail about it.";
    case "too-late":
      if (order.isCollection && order.state === "shipped")
        return "Your books are ready at the shop, so the order can no longer be cancelled here. Please write to us.";
      return orderStates[order.state].isSent
        ? "This order has left the shop, so it can no longer be cancelled. If something is wrong with it, press “Return a book” below."
        : "There is nothing left to cancel in this order.";
    case "not-in-order":
      return "There are not that many copies left to cancel.";
    case "document-soon":
      return "This document is not ready yet. It will appear here, under Documents, usually within a minute.";
    case "no-reason":
      return "Please choose why you would like to return the book.";
    case "return-asked":
      return "We have received your request and will answer by e-mail within two working days. Please keep the book until then.";
    case "return-asked-already":
      return "You have already asked to return this book. We will answer by e-mail within two working days.";
    case "return-not-sent":
      return "This order has not left the shop yet. You can still cancel it instead.";
    case "return-too-late":
      return "The time for returning books from this order is over. If something is wrong with a book, write to us.";
    case "return-not-in-order":
      return "There are not that many copies left to return.";
    default:
      return null;
  }
}

/** Encodes the order lines that came back to the cart with fewer copies: the position and the number of copies. */
export function flashOfShortLines({ short }: BoughtAgain): OrderFlash {
  return `short.${short.map(({ position, got }) => `${position}-${got}`).join(".")}`;
}

function describeShortParcel(flash: string, order: OrderPage): string | null {
  if (!/^short(\.\d{1,2}-\d{1,2})+$/.test(flash)) return null;
  const short = flash
    .split(".")
    .slice(1)
    .flatMap((part) => {
      const [position, got] = part.split("-");
      const line = order.lines[Number(position)];
      return line ? [{ title: line.title, got: Number(got) }] : [];
    });
  if (short.length === 0) return null;
  const gone = short.filter(({ got }) => got === 0).map(({ title }) => title);
  const some = short.filter(({ got }) => got > 0).map(({ title, got }) => `only ${got} of ${title}`);
  const sold = gone.length === 0 ? [] : [`${list(gone)} ${gone.length === 1 ? "is" : "are"} sold out at the moment`];
  const words = list([
    ...sold,
    ...(some[0] ? [`there ${some[0].startsWith("only 1 ") ? "is" : "are"} ${list(some)}`] : []),
  ]);
  const isNothing = gone.length === order.lines.length;
  const sentence = words.replace(/^there/, "There");
  return isNothing
    ? `${sentence}, so nothing was put in your cart. On a book’s page you can ask us to write when it is back.`
    : `${sentence}. Everything else is in your cart.`;
}

function list(parts: string[]): string {
  return new Intl.ListFormat("en-IN", { type: "conjunction" }).format(parts);
}

function describeCancelled(order: OrderPage): string | null {
  const refund = order.refunds.findLast(({ reason, isOfBill }) => reason === "cancelled" && isOfBill);
  if (!refund) return null;
  const isWhole = order.lines.every((line) => line.cancelled === line.quantity);
  const copies = refund.copies.reduce((sum, { quantity }) => sum + quantity, 0);
  const what = isWhole
    ? "Your order is cancelled."
    : `${nameCopies(order, refund.copies)} ${copies === 1 ? "is" : "are"} cancelled.`;
  return `${what} We will send you an e-mail about it.`;
}
