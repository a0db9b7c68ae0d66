import type { Db } from "#db/connect.ts";
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
