import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import type { BookQuery } from "#shop/catalogue/editing/book-query.ts";
import { countedSql, findBookSet, slotsSql, type BookSet } from "#shop/catalogue/editing/desk-books.server.ts";
import { findIdsByText } from "#shop/catalogue/editing/find-ids-by-text.server.ts";
import { maxScanned } from "#shop/catalogue/editing/list-books.server.ts";
import { refreshDeskBooks } from "#shop/catalogue/listings/refresh-desk-books.server.ts";
import { worded } from "#shop/catalogue/editing/words-of-text.ts";
import { maxBulkBooks } from "./plan-bulk.ts";

/** A slice of the books that match a query. */
export interface BulkBooks {
  ids: string[];
  /** The number of books in all slices; null if a text has too many matches to count. */
  count: number | null;
  /** The cursor of the next slice; null at the end. */
  next: string | null;
  /** Whether there are changes that could make other books match. */
  isBehind: boolean;
}

/**
 * The next books that match a query, at most `maxBulkBooks` after the cursor `after`. The slices together have each
 * matching book once, also if the books of the first ones have been changed meanwhile.
 */
export async function findBulkBooks(db: Db, query: BookQuery, after: string | null = null): Promise<BulkBooks> {
  // The preview and the change must find the same books, also after a change of a whole slice.
  const { isBehind } = await refreshDeskBooks(db, 2 * maxBulkBooks);
  const { set, text } = await findMatching(db, query);
  const last = after !== null && /^\d{1,9}$/.test(after) ? Number(after) : -1;
  const looked = text === "" ? maxBulkBooks + 1 : maxScanned;
  const { rows } = await db.execute<{ ids: string[]; slots: number[]; count: number; lookedTo: number | null }>(sql`
    with looked as materialized (select slot from ${slotsSql(set)} found where slot > ${last} order by slot limit ${looked}),
    matching as materialized (
      select r.book_id, r.slot from looked join desk_books r on r.slot = looked.slot
      where ${worded(text)} order by r.slot limit ${maxBulkBooks + 1})
    select coalesce((select array_agg(book_id order by slot) from matching), '{}') as ids,
      coalesce((select array_agg(slot order by slot) from matching), '{}') as slots, ${countedSql(set)} as count,
      (select max(slot) from looked having count(*) = ${looked}) as looked_to`);
  const found = oneRow(rows);
  const isCut = found.ids.length > maxBulkBooks;
  const next = isCut ? found.slots[maxBulkBooks - 1] : text === "" ? null : found.lookedTo;
  const isOneSlice = last < 0 && (next === null || next === undefined);
  return {
    ids: found.ids.slice(0, maxBulkBooks),
    count: text === "" ? found.count : isOneSlice ? found.ids.length : null,
    next: next === null || next === undefined ? null : String(next),
    isBehind,
  };
}

/** The matching books; if `text` is not empty, they still have to be compared with it. */
async function findMatching(db: Db, { text, has, picked }: BookQuery): Promise<{ set: BookSet; text: string }> {
  if (picked) return { set: { by: "ids", ids: picked, values: has }, text };
  if (text !== "" && !has.includes("listed:no")) {
    const found = await findIdsByText(db, { text, has, picked });
    if (found.isComplete) return { set: { by: "ids", ids: found.ids, values: has }, text: "" };
  }
  return { set: await findBookSet(db, has), text };
}
