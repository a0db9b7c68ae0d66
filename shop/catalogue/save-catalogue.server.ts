import { sql } from "drizzle-orm";
import type { PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";

import type { Db } from "#db/connect.ts";
import * as tables from "#db/schema.ts";
import { inTransaction } from "#db/transaction.ts";

/** A catalogue as rows, ready to be taken in. */
export interface CatalogueRecords {
  categories: (typeof tables.categories.$inferInsert)[];
  authors: (typeof tables.authors.$inferInsert)[];
  series: (typeof tables.series.$inferInsert)[];
  works: (typeof tables.works.$inferInsert)[];
  contributors: (typeof tables.workContributors.$inferInsert)[];
  workCategories: (typeof tables.workCategories.$inferInsert)[];
  seriesWorks: (typeof tables.seriesWorks.$inferInsert)[];
  /** Editions with the copies a new one starts with; copies of known ones are left as they are. */
  books: (typeof tables.books.$inferInsert & { copies: number })[];
  bundles: (typeof tables.bundles.$inferInsert)[];
  bundleBooks: (typeof tables.bundleBooks.$inferInsert)[];
  promotions: (typeof tables.promotions.$inferInsert)[];
}

const rowsAtOnce = 500;

/**
 * Takes a catalogue in, in one transaction: new records are added, known ones updated, nothing is removed.
 * Answers false, having done nothing, when this very content was taken in before.
 */
export async function saveCatalogue(
  db: Db,
  source: string,
  contentSha256: string,
  records: CatalogueRecords,
): Promise<boolean> {
  const { catalogueLoads } = tables;
  return inTransaction(db, async (tx) => {
    const [row] = await tx
      .insert(catalogueLoads)
      .values({ source, contentSha256 })
      .onConflictDoUpdate({
        target: catalogueLoads.source,
        set: { contentSha256, loadedAt: sql`now()` },
        setWhere: sql`${catalogueLoads.contentSha256} <> excluded.content_sha256`,
      })
      .returning();
    if (!row) return false;

    // Places are unique: they are all given anew.
    await tx.update(tables.works).set({ featuredPosition: null });
    await upsert(tx, tables.categories, records.categories);
    await upsert(tx, tables.authors, records.authors);
    await upsert(tx, tables.series, records.series);
    await upsert(tx, tables.works, records.works);

    const works = sql.param(records.works.map((work) => work.id));
    await tx.execute(sql`delete from work_contributors where work_id = any(${works}::text[])`);
    await tx.execute(sql`delete from work_categories where work_id = any(${works}::text[])`);
    await tx.execute(sql`delete from series_works where work_id = any(${works}::text[])`);
    await insertAll(tx, tables.workContributors, records.contributors);
    await insertAll(tx, tables.workCategories, records.workCategories);
    await insertAll(tx, tables.seriesWorks, records.seriesWorks);

    await upsert(
      tx,
      tables.books,
      records.books.map(({ copies: _, ...book }) => book),
    );
    await receiveFirstCopies(tx, records.books);

    await upsert(tx, tables.bundles, records.bundles);
    const bundles = sql.param(records.bundles.map((bundle) => bundle.id));
    await tx.execute(sql`delete from bundle_books where bundle_id = any(${bundles}::text[])`);
    await insertAll(tx, tables.bundleBooks, records.bundleBooks);
    await insertAll(tx, tables.promotions, records.promotions);
    return true;
  });
}

/** Stock begins with a move, as everything on hand is the sum of its moves. */
async function receiveFirstCopies(tx: Db, books: CatalogueRecords["books"]) {
  const ids = sql.param(books.map((book) => book.id));
  const copies = sql.param(books.map((book) => book.copies));
  await tx.execute(sql`
    with fresh as (
      insert into stock (book_id, on_hand)
      select id, copies from unnest(${ids}::text[], ${copies}::int[]) as given (id, copies)
      on conflict (book_id) do nothing
      returning book_id, on_hand)
    insert into stock_moves (book_id, delta, cause)
    select book_id, on_hand, 'received' from fresh where on_hand > 0`);
}

async function upsert<T extends PgTable>(tx: Db, table: T, rows: T["$inferInsert"][]) {
  const columns = Object.entries(table as unknown as Record<string, { name: string }>);
  const given = new Set(rows.flatMap((row) => Object.keys(row)));
  const set = Object.fromEntries(
    columns
      .filter(([key, column]) => given.has(key) && column.name !== "id")
      .map(([key, column]) => [key, sql.raw(`excluded."${column.name}"`)]),
  ) as PgUpdateSetSource<T>;
  const id = (table as unknown as { id: never }).id;
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await tx
      .insert(table)
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflictDoUpdate({ target: id, set });
  }
}

async function insertAll<T extends PgTable>(tx: Db, table: T, rows: T["$inferInsert"][]) {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await tx
      .insert(table)
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflictDoNothing();
  }
}
