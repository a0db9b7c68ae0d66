import { orderWays } from "#shop/office/back-office/orders/order-ways.ts";
import type { OrderSearch } from "#shop/office/back-office/orders/orders.server.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import { orderStates } from "#shop/sales/orders/order-state.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";

/** Reads the query of the list of orders; invalid values are ignored. */
export function readOrderQuery(url: string): OrderSearch {
  const query = new URL(url).searchParams;
  const text = (name: string) => (query.get(name) ?? "").replaceAll("\0", "").slice(0, 200).trim();
  const state = text("state");
  const way = text("way");
  const before = text("before");
  return {
    state: isKeyOf(orderStates, state) ? state : null,
    way: isKeyOf(orderWays, way) ? way : null,
    text: text("text"),
    from: readDay(text("from")),
    to: readDay(text("to")),
    wantsReturn: text("returns") === "yes",
    carrier: text("carrier").slice(0, 60),
    before: orderNumberPattern.test(before) ? before : null,
  };
}

/** The query parameters of a search, without the cursor of its page. */
export function orderQuery({ state, way, text, from, to, wantsReturn, carrier }: OrderSearch) {
  return { state, way, text: text || null, from, to, returns: wantsReturn ? "yes" : null, carrier: carrier || null };
}

function readDay(text: string): string | null {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? null : text;
}
