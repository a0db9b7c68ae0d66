import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** SQL: copies of the order line `l` in parcels with a part of the order. Copies that are sent again count once. */
export const sentInPartsSql = sql`(select coalesce(sum(x.quantity), 0)::int from shipment_lines x
  where x.order_id = l.order_id and x.line_position = l.position and not x.is_again)`;

/** SQL: copies of the line `l` of a paid order that still have to be sent. */
export const copiesLeftSql = sql`(l.quantity - l.cancelled_quantity - ${sentInPartsSql})`;

/** A line of a paid order with its copies still to send. */
export interface LineLeft {
  position: number;
  bookId: string;
  /** Neither cancelled nor in a parcel. */
  left: number;
}

/** The copies still to send of each line of a paid order, by position. The caller has locked the order's row. */
export async function readCopiesLeft(tx: Db, orderId: number): Promise<LineLeft[]> {
  const { rows } = await tx.execute<LineLeft>(sql`
    select l.position, l.book_id, ${copiesLeftSql} as left
    from order_lines l where l.order_id = ${orderId} order by l.position`);
  return rows;
}
