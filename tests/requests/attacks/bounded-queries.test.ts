import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { generatedItems } from "#shop/catalogue/import/generated/generate-catalogue.ts";
import { countLongShelves } from "#shop/catalogue/shelves/shelf-counts.server.ts";
import { importCatalogue } from "#shop/catalogue/import/run-import.server.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { removeDemonstration } from "#server/demo-catalogue.ts";
import { measureStatements } from "#tests/support/measure-statements.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const { services, db, pool } = await openTestServices();

/** Grows the catalogue to `books` generated books; a larger catalogue contains all books of a smaller one. */
async function growTo(books: number) {
  await importCatalogue(
    services,
    generatedItems(books),
    { fileName: `${books} made-up books`, contentSha256: String(books).padStart(64, "0") },
    { source: "generated", discountPercent: 0, defaultMrpPaise: null, take: [] },
    { report: () => {}, progress: () => {} },
  );
  await countLongShelves(db);
  await pool.query("vacuum analyze");
}

/** Pages that show comparable content at any size of the catalogue. */
async function listPages(): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ best: string; ofMany: string; author: string; series: string }>(sql`
    select
      (select book_id from listings order by rating_rank desc, work_id limit 1) as best,
      (select l.book_id from listings l join work_contributors c on c.work_id = l.work_id
        join (select author_id from author_listings order by books desc, author_id limit 1) most on most.author_id = c.author_id
        order by l.rating_rank desc limit 1) as of_many,
      (select author_id from author_listings where books = 3 order by author_id limit 1) as author,
      (select series_id from series_works group by series_id having count(*) = 2 order by series_id limit 1) as series`);
  return {
    home: "/",
    "the best rated book": `/books/${rows[0]!.best}`,
    "a book of the author of most books": `/books/${rows[0]!.ofMany}`,
    "the largest category": "/categories/non-fiction",
    "an author": `/authors/${rows[0]!.author}`,
    "a series": `/series/${rows[0]!.series}`,
    "special offers": "/special-offers",
    "best sellers": "/best-sellers",
    categories: "/categories",
    authors: "/authors",
    "authors under a letter": "/authors?letter=s",
    about: "/about",
    "a page of text": "/shipping",
  };
}

/** The number of PostgreSQL blocks that each page reads when it is rendered anew. */
async function measurePages() {
  const work = measureStatements(db);
  const imagesFolder = join(tmpdir(), "endpaper-no-images");
  const pages = await productionPages({ services: { ...services, db: work.db }, imagesFolder, standIns: [] });
  const found: Record<string, number> = {};
  for (const [name, path] of Object.entries(await listPages())) {
    const before = work.taken().blocks;
    const response = await pages.fetch(new Request(services.settings.publicUrl + path));
    expect(response.status, name).toBe(200);
    found[name] = work.taken().blocks - before;
  }
  return { found, worst: work.taken().worst };
}

test("what a page makes PostgreSQL look at does not grow with the catalogue", { timeout: 300_000 }, async () => {
  await removeDemonstration(db, services.now());
  await growTo(1_000);
  const small = await measurePages();
  await growTo(5_000);
  const large = await measurePages();
  for (const [name, blocks] of Object.entries(large.found)) {
    // A page of text shows only header and footer, which are kept in memory.
    if (name !== "a page of text") expect(small.found[name], name).toBeGreaterThan(0);
    // PostgreSQL scans small tables whole, and finds about 100 rows of a larger one by index.
    expect(blocks, `${name}; most of all: ${large.worst}`).toBeLessThan(small.found[name]! * 1.5 + 400);
  }
});
