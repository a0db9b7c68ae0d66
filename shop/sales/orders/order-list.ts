import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { href } from "#routing/href.ts";
import type { Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import type { OrderState } from "./order-state.ts";

/** Orders on one page of the list. */
export const ordersPerPage = 10;

/** The filters of the list, in the order they are shown. */
export const orderFilters = {
  all: "All",
  "on-the-way": "Arriving",
  delivered: "Delivered",
  ended: "Cancelled or refunded",
  unpaid: "Waiting for payment",
} as const;

export type OrderFilter = keyof typeof orderFilters;

/** The filter, besides `all`, for each state; null for a state that is not listed. */
const filterOfState: Record<OrderState, Exclude<OrderFilter, "all"> | null> = {
  pending_payment: "unpaid",
  to_confirm: "unpaid",
  paid: "on-the-way",
  to_pack: "on-the-way",
  shipped: "on-the-way",
  delivered: "delivered",
  expired: "ended",
  // A superseded order is not listed; the newer order is.
  superseded: null,
  cancelled: "ended",
  returned: "ended",
  refund_pending: "ended",
  refunded: "ended",
};

/** The states that a filter includes. */
export function statesUnder(filter: OrderFilter): OrderState[] {
  return typedKeys(filterOfState).filter((state) => {
    const own = filterOfState[state];
    return own !== null && (filter === "all" || filter === own);
  });
}

/** An order in the list; money in paise. */
export interface ListedOrder {
  number: string;
  state: OrderState;
  /** Whether any parcel of the order has left the shop. */
  isSentInPart: boolean;
  /** Whether the reader collects it at the shop. */
  isCollection: boolean;
  /** ISO time. */
  placedAt: string;
  /** The promised arrival, or the day on which it is ready at the shop; null without a promise. */
  arrival: Arrival | null;
  totalPaise: number;
  copies: number;
  /** The first books, with their covers. */
  books: { bookId: string; title: string; coverKey: string }[];
  /** The number of different books. */
  bookCount: number;
}

/** One page of a reader's orders. */
export interface OrderList {
  orders: ListedOrder[];
  /** The number of orders per filter. */
  counts: Record<OrderFilter, number>;
  /** From 1. */
  page: number;
  pages: number;
}

/** Parses the query of the list's address; invalid values give the first page of all orders. */
export function parseOrderListQuery(query: URLSearchParams): { filter: OrderFilter; page: number } {
  const show = query.get("show") ?? "";
  const page = query.get("page") ?? "";
  return {
    filter: typedKeys(orderFilters).find((name) => name === show) ?? "all",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of the list's first page. */
export function orderListPath(filter: OrderFilter): string {
  return href("/orders", { show: filter === "all" ? undefined : filter });
}
