import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** Adds a million copies of every book to the stock, so that none sells out. */
export async function fillShelves(db: Db): Promise<void> {
  await db.execute(sql`
    with filled as (update stock set on_hand = on_hand + 1000000 returning book_id)
    insert into stock_moves (book_id, delta, cause) select book_id, 1000000, 'received' from filled`);
}
