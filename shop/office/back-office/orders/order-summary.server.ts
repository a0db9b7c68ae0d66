import { sql } from "#db/sql.ts";

import type { OrderState } from "#shop/sales/orders/order-state.ts";

/** One row of the bookseller's list of orders. */
export interface OrderSummary {
  number: string;
  state: OrderState;
  /** Whether any parcel of the order has left the shop. */
  isSentInPart: boolean;
  /** Whether the reader collects it at the shop. */
  isCollection: boolean;
  isAtCounter: boolean;
  /** Empty once the reader has deleted the account. */
  name: string;
  copies: number;
  totalPaise: number;
  placedAt: Date;
}

/** A row of `summaryColumns`. */
export interface SummaryRow {
  number: string;
  state: OrderState;
  isSentInPart: boolean;
  isCollection: boolean;
  isAtCounter: boolean;
  name: string;
  totalPaise: string;
  createdAt: string;
  copies: number;
}

/**
 * Columns of a summary, for a table of orders with the alias `o`. The subquery of the parcels has `limit 1` instead of
 * `exists`. For `exists` PostgreSQL would read the parcels of all orders, because it cannot know how few a page lists.
 */
export const summaryColumns = sql`o.number, o.state, o.delivery_method = 'collection' as is_collection, o.payment_method = 'counter' as is_at_counter, o.name, o.total_paise, o.created_at::text as created_at,
  coalesce((select true from shipments s where s.order_id = o.id limit 1), false) as is_sent_in_part,
  (select coalesce(sum(l.quantity), 0)::int from order_lines l where l.order_id = o.id) as copies`;

export function toSummary({ totalPaise, createdAt, ...row }: SummaryRow): OrderSummary {
  return { ...row, placedAt: new Date(createdAt), totalPaise: Number(totalPaise) };
}
