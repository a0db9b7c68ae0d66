import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openDatabaseEach } from "#tests/support/database/test-database.ts";
import { catalogueTotals } from "#shop/catalogue/books/catalogue-totals.server.ts";
import { listCountedCategories } from "#shop/catalogue/books/categories.server.ts";
import { countCatalogue, findKindsOfBooks } from "./count-catalogue.server.ts";
import { refreshAllStaleListings } from "./refresh-listings.server.ts";

const database = openDatabaseEach();
/** Deletes the rows whose foreign keys would prevent the deletion of books. */
beforeEach(async () => {
  const { db } = database();
  await db.execute(sql`delete from bundle_books`);
  await db.execute(sql`delete from reading_list_books`);
});

/** The stored counts, and the same counts computed from the tables. */
async function compareCounts() {
  const { db } = database();
  const { rows } = await db.execute<{ name: string; number: number }>(sql`
    with recursive tree as (
      select id as root, id from categories
      union select tree.root, k.id from tree join categories k on k.parent_id = tree.id),
    shown as (select work_id from books where is_main and is_listed),
    counted (name, number) as (
      select 'books', count(*) from shown
      union all select 'authors', count(distinct author_id) from work_contributors join shown using (work_id) where role = 'author'
      union all select 'category:' || root, count(distinct wc.work_id)
        from tree join work_categories wc on wc.category_id = tree.id join shown using (work_id) group by root
      union all select 'language:' || language, count(distinct work_id)
        from books join shown using (work_id) where is_listed group by language)
    select name, number::int as number from counted where number > 0 order by name`);
  const { rows: kept } = await db.execute<{ name: string; number: number }>(sql`
    select name, number from ${catalogueTotals} totals where number <> 0 and name not like 'authors:%' order by name`);
  expect(kept).toEqual(rows);
  return new Map(rows.map(({ name, number }) => [name, number]));
}

test("what is counted of the demonstration is right", async () => {
  const { db } = database();
  const counts = await compareCounts();
  expect(await countCatalogue(db)).toMatchObject({ books: counts.get("books"), authors: counts.get("authors") });
  expect((await countCatalogue(db)).languages.slice(0, 2)).toEqual(["en", "hi"]);
  for (const { id, bookCount } of await listCountedCategories(db, 100))
    expect(bookCount, id).toBe(counts.get(`category:${id}`));
});

test("the counts are right after each change, before and after the job adds them up", async () => {
  const { db } = database();
  const changes = [
    sql`update books set is_listed = false where work_id in (select id from works order by id limit 40)`,
    sql`delete from works where id in (select id from works order by id offset 20 limit 40)`,
    sql`delete from work_categories where position = 1`,
    sql`update books set is_listed = true where not is_listed`,
    sql`update books set language = 'ta' where id in (select id from books order by id limit 10)`,
    sql`update categories set parent_id = null where parent_id = 'fiction'`,
  ];
  for (const change of changes) {
    await db.execute(change);
    await refreshAllStaleListings(db);
    await compareCounts();
  }
  const { rowCount } = await db.execute(sql`select from catalogue_count_changes`);
  expect(rowCount).toBe(0);
  // Without running the job.
  const { books } = await countCatalogue(db);
  await db.execute(sql`delete from works where id in (select id from works order by id limit 3)`);
  expect((await countCatalogue(db)).books).toBe(books - 3);
});

test("an empty shop counts nothing", async () => {
  const { db } = database();
  expect(await findKindsOfBooks(db)).toEqual({ hasBooks: true, hasDemonstration: true });
  await db.execute(sql`delete from works`);
  expect(await findKindsOfBooks(db)).toEqual({ hasBooks: false, hasDemonstration: false });
  expect(await listCountedCategories(db, 10)).toEqual([]);
  await refreshAllStaleListings(db);
  expect(await countCatalogue(db)).toEqual({ books: 0, authors: 0, languages: [] });
  expect((await db.execute(sql`select from shelf_places`)).rowCount).toBe(0);
});
