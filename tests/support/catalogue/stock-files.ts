/** Imports files of a till for a test, with books whose prices and copies are the same before each test. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect } from "vitest";

import { sql } from "#db/sql.ts";
import { importStockFile, type StockFileOptions } from "#shop/catalogue/import/stock/import-stock-file.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { readStock, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

/** Opens services for one test file, with six books that have an ISBN, and functions that import files of a till. */
export async function openStockFiles() {
  const { db, pool, services } = await openTestServices();
  const folder = await mkdtemp(join(tmpdir(), "endpaper-stock-"));
  afterAll(() => rm(folder, { recursive: true }));
  afterEach(async () => {
    expect(await findBreaches(db)).toEqual([]);
  });

  const { rows: books } = await db.execute<{ id: string; isbn13: string }>(
    sql`select id, isbn13 from books where isbn13 is not null order by id limit 6`,
  );
  const isbns = books.map(({ isbn13 }) => isbn13);
  const ids = books.map(({ id }) => id);

  beforeEach(async () => {
    for (const id of ids) {
      await db.execute(sql`update books set mrp_paise = 50000, price_paise = 45000 where id = ${id}`);
      await db.execute(sql`update books set field_origins = '{}' where id = ${id}`);
      await setStock(db, id, 10);
    }
  });

  let files = 0;
  async function take(lines: string[], more: Partial<StockFileOptions> = {}) {
    const path = join(folder, `till-${(files += 1)}.csv`);
    await writeFile(path, lines.join("\r\n"));
    const options = { csv: {}, stock: { take: [] }, isPreview: false, isAgain: false, ...more };
    const result = await importStockFile(services, path, options, () => {});
    const report = result.reportPath === null ? [] : (await readFile(result.reportPath, "utf8")).trim().split("\r\n");
    return { ...result, report: report.slice(1) };
  }
  const onHand = async (id: string) => (await readStock(db, id)).onHand;

  return { db, pool, services, folder, isbns, ids, take, onHand };
}
