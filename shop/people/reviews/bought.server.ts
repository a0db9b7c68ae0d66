import { sql, type SQL } from "#db/sql.ts";

import { worksOfTitle } from "#shop/catalogue/books/translations.server.ts";
import { paidStates } from "#shop/sales/orders/order-state.ts";

/** Whether copies of an order's line were neither cancelled nor sent back; `l` is the line. */
export const isKept = sql`(l.quantity > l.cancelled_quantity + (
  select coalesce(sum(t.quantity), 0) from returns t
  where t.order_id = l.order_id and t.line_position = l.position and t.state = 'received'))`;

/** Whether a reader has a copy that they paid for here, in any format and language; `work` is the column that names the work. */
export function hasBought(readerId: number, work: SQL): SQL {
  return sql`exists (
    select from orders o join order_lines l on l.order_id = o.id join books bought on bought.id = l.book_id
    where o.reader_id = ${readerId} and bought.work_id = any(${worksOfTitle(work)}) and o.state = any(${paidStates}::text[])
      and ${isKept})`;
}
