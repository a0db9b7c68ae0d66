import { sql, type SQL } from "#db/sql.ts";

/**
 * SQL for the copies of a book that are on their way: scanned in deliveries but not on the shelf, and sent purchase
 * orders less what their deliveries brought. `isbn` and `id` are SQL for the book's ISBN and id.
 */
export function arrivingSql(isbn: SQL, id: SQL): SQL {
  return sql`(
    (select coalesce(sum(l.copies - l.shelved), 0)::int
      from delivery_lines l join deliveries d on d.id = l.delivery_id and d.closed_at is null
      where l.code in (${isbn}, ${id}))
    + (select coalesce(sum(greatest(0, l.copies - l.cancelled - ${cameSql})), 0)::int
      from purchase_order_lines l join purchase_orders o on o.id = l.order_id and o.sent_at is not null
      where l.code in (${isbn}, ${id})))`;
}

/** SQL for the copies that the deliveries of a purchase order brought of its line `l`, damaged ones included. */
export const cameSql = sql`(
  select coalesce(sum(r.copies + r.damaged), 0)::int from deliveries d join delivery_lines r on r.delivery_id = d.id
  where d.purchase_order_id = l.order_id and r.code = l.code)`;
