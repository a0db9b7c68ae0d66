import type { Db } from "#db/connect.ts";
import { listBooks, type BookQuery } from "./list-books.server.ts";
import { maxBulkBooks } from "./plan-bulk.ts";

const maxRounds = 3;

/** The ids of the books that a query asks for, at most 2,000; `isCut` when there are more, or may be. */
export async function findBulkBooks(db: Db, query: BookQuery): Promise<{ ids: string[]; isCut: boolean }> {
  const ids: string[] = [];
  let next: string | null = null;
  for (let round = 0; round < maxRounds; round += 1) {
    const page = await listBooks(db, query, next, maxBulkBooks - ids.length);
    ids.push(...page.books.map(({ id }) => id));
    next = page.next;
    if (next === null || ids.length >= maxBulkBooks) break;
  }
  return { ids, isCut: next !== null };
}
