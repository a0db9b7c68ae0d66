import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";

/** The cash that a carrier collects for an order at the door, in paise; 0 for a paid one. */
export async function amountToCollect(db: Db, orderId: number): Promise<number> {
  const { rows } = await db.execute<{ paise: number }>(sql`
    select ${collectSql} as paise from orders o where o.id = ${orderId}`);
  return oneRow(rows).paise;
}
