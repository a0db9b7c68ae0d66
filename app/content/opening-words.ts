import { longDay } from "#shop/kernel/dates/dates.ts";
import { findClosure, type Closure, type Opening } from "#shop/kernel/regions/opening.ts";

/** What a page says of a closed shop; null while it is open. `not-open` is said to who previews the shop. */
export function describeClosure(opening: Opening, now: Date): string | null {
  if (opening.state === "not-open") return "A preview: readers do not see the shop yet, only that it opens soon.";
  const closure = findClosure(opening, now);
  if (!closure) return null;
  const day = longDay(closure.until);
  const orders = closure.takesOrders
    ? `Order now; delivery counts from ${day}.`
    : "Look around and fill your cart; you can order from that day on.";
  const words = closure.words?.replace(/[^.!?…।]$/u, "$&.");
  return [`We are closed until ${day}.`, words, orders].filter(Boolean).join(" ");
}

/** Why an order has to wait. */
export function describeWait({ until }: Closure): string {
  return `We are closed until ${longDay(until)}. Your cart keeps its books, and you can order from that day on.`;
}
