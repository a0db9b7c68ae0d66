import { href } from "#routing/href.ts";
import type { OrderState } from "./order-state.ts";

/** How many orders one page of the list shows. */
export const ordersPerPage = 10;

/** What a reader may look for in the list, in the order it is offered. */
export const orderFilters = {
  all: "All",
  "on-the-way": "On the way",
  delivered: "Delivered",
  ended: "Cancelled or refunded",
  unpaid: "Waiting for payment",
} as const;

export type OrderFilter = keyof typeof orderFilters;

/** The filter that finds the orders of a state, beside `all`; null for a state that is not listed. */
const filterOfState: Record<OrderState, Exclude<OrderFilter, "all"> | null> = {
  pending_payment: "unpaid",
  paid: "on-the-way",
  shipped: "on-the-way",
  delivered: "delivered",
  expired: "ended",
  // The newer order that replaced it is listed.
  superseded: null,
  cancelled: "ended",
  refund_pending: "ended",
  refunded: "ended",
};

/** The states of the orders that a filter finds. */
export function statesUnder(filter: OrderFilter): OrderState[] {
  return (Object.keys(filterOfState) as OrderState[]).filter((state) => {
    const own = filterOfState[state];
    return own !== null && (filter === "all" || filter === own);
  });
}

/** One order as the list tells of it; money in paise. */
export interface ListedOrder {
  number: string;
  state: OrderState;
  /** A parcel of it has left the shop, maybe not the last one. */
  isSentInPart: boolean;
  /** ISO time. */
  placedAt: string;
  totalPaise: number;
  copies: number;
  /** The first books of it, with their covers. */
  books: { bookId: string; title: string; coverKey: string }[];
  /** Different books in all. */
  bookCount: number;
}

/** One page of a reader's orders. */
export interface OrderList {
  orders: ListedOrder[];
  /** Orders under each filter. */
  counts: Record<OrderFilter, number>;
  /** From 1. */
  page: number;
  pages: number;
}

/** What the list is asked for by its address; anything odd is the first page of all. */
export function parseOrderListQuery(query: URLSearchParams): { filter: OrderFilter; page: number } {
  const show = query.get("show") ?? "";
  const page = query.get("page") ?? "";
  return {
    filter: Object.hasOwn(orderFilters, show) ? (show as OrderFilter) : "all",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of the list's first page. */
export function orderListPath(filter: OrderFilter): string {
  return href("/orders", { show: filter === "all" ? undefined : filter });
}
