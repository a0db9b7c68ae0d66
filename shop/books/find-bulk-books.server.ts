import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { listBookIds, type BookQuery } from "./list-books.server.ts";
import { maxBulkBooks } from "./plan-bulk.ts";

const maxRounds = 3;

/** The ids of the books that a query asks for, at most 2,000; `isCut` when there are more, or may be. */
export async function findBulkBooks(db: Db, query: BookQuery): Promise<{ ids: string[]; isCut: boolean }> {
  const ids: string[] = [];
  let next: string | null = null;
  let isCut = false;
  for (let round = 0; round < maxRounds; round += 1) {
    const page = await listBookIds(db, query, next, maxBulkBooks - ids.length);
    ids.push(...page.ids);
    next = page.next;
    isCut = next !== null || page.isLookedThrough;
    if (next === null || ids.length >= maxBulkBooks) break;
  }
  return { ids, isCut };
}

/** How many books the shop has, up to as many as are changed at once; `isCut` when there are more. */
export async function countBulkBooks(db: Db): Promise<{ count: number; isCut: boolean }> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from books limit ${maxBulkBooks + 1}) found`);
  const { count } = rows[0]!;
  return { count: Math.min(count, maxBulkBooks), isCut: count > maxBulkBooks };
}
