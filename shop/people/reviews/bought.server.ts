import { sql, type SQL } from "#db/sql.ts";

import { worksOfTitle } from "#shop/catalogue/books/translations.server.ts";
import { confirmedStates } from "#shop/sales/orders/order-state.ts";

/** SQL: whether any copy of the order line `l` was neither cancelled nor returned. */
export const isKept = sql`(l.quantity > l.cancelled_quantity + (
  select coalesce(sum(t.quantity), 0) from returns t
  where t.order_id = l.order_id and t.line_position = l.position and t.state = 'received'))`;

/**
 * SQL: whether a reader has kept a paid copy of the title, in any format or language; `work` is a column with the
 * work's id.
 */
export function hasBought(readerId: number, work: SQL): SQL {
  return sql`exists (
    select from orders o join order_lines l on l.order_id = o.id join books bought on bought.id = l.book_id
    where o.reader_id = ${readerId} and bought.work_id = any(${worksOfTitle(work)}) and o.state = any(${confirmedStates}::text[])
      and ${isKept})`;
}
