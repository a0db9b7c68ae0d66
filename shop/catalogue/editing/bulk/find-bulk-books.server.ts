import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { BookQuery } from "#shop/catalogue/editing/book-query.ts";
import { listBookIds } from "#shop/catalogue/editing/list-books.server.ts";
import { maxBulkBooks } from "./plan-bulk.ts";

/**
 * The next ids that match a query, at most `maxBulkBooks` after the cursor `after`; `next` is the cursor of the next
 * slice, null at the end. Reading all slices returns each matching book once.
 */
export async function findBulkBooks(
  db: Db,
  query: BookQuery,
  after: string | null = null,
): Promise<{ ids: string[]; next: string | null }> {
  const { ids, next } = await listBookIds(db, query, after, maxBulkBooks, { isWhole: true });
  return { ids, next };
}

/** Counts the books of the shop, up to the maximum of one bulk change; `isCut` is true if there are more. */
export async function countBulkBooks(db: Db): Promise<{ count: number; isCut: boolean }> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from books limit ${maxBulkBooks + 1}) found`);
  const { count } = oneRow(rows);
  return { count: Math.min(count, maxBulkBooks), isCut: count > maxBulkBooks };
}
