import { requiredValue } from "#shop/kernel/text/required-value.ts";
import { createHash } from "node:crypto";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { readBooksByIds, readWorksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { changingRows, planBulk, type BulkBook, type BulkChange, type BulkRow } from "./plan-bulk.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";
import { writeEntities } from "./write-changes.server.ts";

/** Preview of a bulk change; `version` is a hash of it, which `applyBulk` compares. */
export interface BulkPlan {
  rows: BulkRow[];
  version: string;
}

/** Plans a change of these books, in the order of `bookIds`. */
export async function previewBulk(db: Db, bookIds: string[], change: BulkChange): Promise<BulkPlan> {
  const categories = change.kind.startsWith("category-")
    ? sql`(select coalesce(array_agg(k.category_id order by k.position), '{}') from work_categories k where k.work_id = b.work_id)`
    : sql`'{}'::text[]`;
  const { rows: books } = await db.execute<BulkBook>(sql`
    select b.id, b.work_id, w.title, b.price_paise, b.mrp_paise, b.is_listed, b.availability, b.publisher,
      b.publisher_id, ${categories} as categories
    from unnest(${bookIds}::text[]) with ordinality as given (id, place) join books b on b.id = given.id
      join works w on w.id = b.work_id
    order by given.place`);
  const rows = planBulk(books, change);
  return { rows, version: versionOfRows(rows, change) };
}

/** Hash of the books with their new values; it changes if one of them does. */
function versionOfRows(rows: BulkRow[], change: BulkChange): string {
  const all = [change, rows.map((row) => [row.book, "set" in row ? row.set : null])];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex").slice(0, 16);
}

/**
 * Applies a previewed change, all of it or nothing. Returns the ids of the changed books and works; null if the preview
 * is out of date.
 */
export async function applyBulk(
  tx: Db,
  bookIds: string[],
  change: BulkChange,
  version: string,
): Promise<string[] | null> {
  await lockBookSaving(tx);
  const books = await readBooksByIds(tx, bookIds);
  const plan = await previewBulk(tx, bookIds, change);
  if (plan.version !== version) return null;
  const rows = changingRows(plan.rows);
  const ofCategories = rows.filter(({ set }) => set.categories);
  const works = await readWorksByIds(tx, [...new Set(ofCategories.map(({ book }) => book.workId))]);
  for (const { book, set } of rows) {
    const entity = requiredValue(books, book.id);
    if (set.pricePaise !== undefined) entity.now.price_paise = set.pricePaise;
    if (set.mrpPaise !== undefined) entity.now.mrp_paise = set.mrpPaise;
    if (set.publisher) Object.assign(entity.now, { publisher: set.publisher.name, publisher_id: set.publisher.id });
    if (set.isListed !== undefined) entity.now.is_listed = set.isListed;
    if (set.availability !== undefined) entity.now.availability = set.availability;
    if (set.categories) requiredValue(works, book.workId).now.categories = set.categories;
  }
  return writeEntities(tx, [...books.values()], [...works.values()]);
}
