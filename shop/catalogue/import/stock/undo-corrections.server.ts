import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { correctCopies, lockShelves } from "#shop/catalogue/stock/correct-copies.server.ts";
import type { Correction } from "#shop/catalogue/stock/shelf.ts";

/**
 * Reverts the stock corrections of an import, except for books whose copies have moved since, because a sale is never
 * undone. Returns the ids of the reverted books, and a sentence for each book that was not reverted.
 */
export async function undoCorrections(
  tx: Db,
  importId: number,
  bookIds: string[],
  now: Date,
): Promise<{ restored: string[]; left: string[] }> {
  const shelves = await lockShelves(tx, bookIds);
  const { rows } = await tx.execute<{ bookId: string; delta: number; isMoved: boolean }>(sql`
    select book_id, sum(delta)::int as delta,
      exists (select from stock_moves later left join imports i on i.id = later.import_id
        where later.book_id = mine.book_id and later.id > min(mine.id)
          and later.import_id is distinct from ${importId} and i.state is distinct from 'undone') as is_moved
    from stock_moves mine where book_id = any(${bookIds}::text[]) and import_id = ${importId} and cause = 'correction'
    group by book_id`);
  const moves = new Map(rows.map((row) => [row.bookId, row]));
  const corrections: Correction[] = [];
  const left: string[] = [];
  for (const { bookId, onHand, reserved } of shelves) {
    const { delta = 0, isMoved } = moves.get(bookId) ?? {};
    if (delta === 0) continue;
    if (isMoved)
      left.push(`${bookId}: the stock stays ${onHand}, because copies were sold, returned, received or counted since.`);
    else if (onHand - delta < reserved)
      left.push(`${bookId}: the stock stays ${onHand}, because orders have reserved ${reserved}.`);
    else corrections.push({ bookId, delta: -delta });
  }
  await correctCopies(tx, corrections, { importId, now });
  return { restored: corrections.map(({ bookId }) => bookId), left };
}
