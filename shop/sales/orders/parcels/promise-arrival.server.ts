import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { readParcelBooks } from "#shop/catalogue/books/parcel.server.ts";
import { promiseDelivery } from "#shop/kernel/regions/delivery-promise.ts";
import type { DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";

/**
 * Stores the promised arrival of an order that is being paid, so that later changes of the settings do not change it.
 */
export async function promiseArrival(tx: Db, orderId: number, times: DeliveryTimes, at: Date): Promise<void> {
  const { rows } = await tx.execute<{ pin: string; bookIds: string[] }>(sql`
    select o.pin, array(select l.book_id from order_lines l where l.order_id = o.id) as book_ids
    from orders o where o.id = ${orderId}`);
  const { pin, bookIds } = oneRow(rows);
  const { publishedOn } = await readParcelBooks(tx, bookIds);
  const { arrival } = promiseDelivery(times, { pin, now: at, publishedOn });
  if (!arrival) return;
  await tx.execute(sql`
    update orders set arrives_from = ${arrival.from}::date, arrives_by = ${arrival.by}::date where id = ${orderId}`);
}
