import { longDay } from "#shop/kernel/dates/dates.ts";
import { findClosure, type Opening } from "#shop/kernel/regions/opening.ts";

/** What readers see at the moment, for the desk. */
export function describeOpening(opening: Opening, now: Date): string {
  if (opening.state === "not-open")
    return "Not open yet: readers see that the shop opens soon, its newsletter, the contact page and the policies. No book is shown and nothing is sold.";
  const closure = findClosure(opening, now);
  if (!closure) return "Open: readers see the shop and can buy.";
  const until = longDay(closure.until);
  return closure.takesOrders
    ? `Closed until ${until}: every page says so. Orders are taken, and delivery counts from that day. The shop opens by itself.`
    : `Closed until ${until}: every page says so. Readers can look around and fill their carts, but not order. The shop opens by itself.`;
}
