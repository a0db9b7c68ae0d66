import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** Of a line called `l`: its copies in parcels that are parts of their order. Copies that are sent once more count once. */
export const sentInPartsSql = sql`(select coalesce(sum(x.quantity), 0)::int from shipment_lines x
  where x.order_id = l.order_id and x.line_position = l.position and not x.is_again)`;

/** Of a line called `l` of a paid order: its copies that wait to be sent. */
export const copiesLeftSql = sql`(l.quantity - l.cancelled_quantity - ${sentInPartsSql})`;

/** A line of an order that is paid, and how many of its copies wait to be sent. */
export interface LineLeft {
  position: number;
  bookId: string;
  /** Neither cancelled nor in a parcel. */
  left: number;
}

/** What waits to be sent of each line of a paid order, in the order's own order. The caller holds the order's row. */
export async function readCopiesLeft(tx: Db, orderId: number): Promise<LineLeft[]> {
  const { rows } = await tx.execute<LineLeft>(sql`
    select l.position, l.book_id, ${copiesLeftSql} as left
    from order_lines l where l.order_id = ${orderId} order by l.position`);
  return rows;
}
