import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { BookQuery } from "#shop/catalogue/editing/book-query.ts";
import { listBookIds } from "#shop/catalogue/editing/list-books.server.ts";
import { maxBulkBooks } from "./plan-bulk.ts";

/**
 * The ids of the next books that a query asks for, at most 2,000 behind `after`; `next` is where the slice after them begins, null
 * when they are the last. Slice after slice each book that fits is found once.
 */
export async function findBulkBooks(
  db: Db,
  query: BookQuery,
  after: string | null = null,
): Promise<{ ids: string[]; next: string | null }> {
  const { ids, next } = await listBookIds(db, query, after, maxBulkBooks, { isWhole: true });
  return { ids, next };
}

/** How many books the shop has, up to as many as are changed at once; `isCut` when there are more. */
export async function countBulkBooks(db: Db): Promise<{ count: number; isCut: boolean }> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from books limit ${maxBulkBooks + 1}) found`);
  const { count } = rows[0]!;
  return { count: Math.min(count, maxBulkBooks), isCut: count > maxBulkBooks };
}
