import { href } from "#routing/href.ts";
import type { OrderState } from "./order-state.ts";

/** How many orders one page of the list shows. */
export const ordersPerPage = 10;

/** What a reader may look for in the list, in the order it is offered. */
export const orderFilters = {
  all: { label: "All", states: null },
  "on-the-way": { label: "On the way", states: ["paid", "shipped"] },
  delivered: { label: "Delivered", states: ["delivered"] },
  ended: {
    label: "Cancelled or refunded",
    states: ["cancelled", "expired", "refund_pending", "refunded"],
  },
  unpaid: { label: "Waiting for payment", states: ["pending_payment"] },
} as const satisfies Record<string, { label: string; states: readonly OrderState[] | null }>;

export type OrderFilter = keyof typeof orderFilters;

/** One order as the list tells of it; money in paise. */
export interface ListedOrder {
  number: string;
  state: OrderState;
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
