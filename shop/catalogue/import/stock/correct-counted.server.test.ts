/** Tests of files of books with copies of books that the shop has: ignored, set, added, and undone. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import {
  importCatalogue,
  previewImport,
  type CheckedItem,
  type ImportOptions,
} from "#shop/catalogue/import/run-import.server.ts";
import { undoImport } from "#shop/catalogue/import/undo-import.server.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { cartOf, orderOf, readStock, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const { db, services } = await openTestServices();
const [godan, kari, dune] = ["9789999900010", "9789999900027", "9789999900034"];
for (const [id, isbn] of Object.entries({ godan, kari, dune }))
  await db.execute(sql`update books set isbn13 = ${isbn} where id = ${id}`);

async function* itemsOf(records: Partial<BookRecord>[]): AsyncIterable<CheckedItem> {
  for (const [index, record] of records.entries())
    yield { record: { place: { line: index + 2, record: index + 1 }, ...record }, mended: [] };
}

const options: ImportOptions = { source: "till", discountPercent: 0, defaultMrpPaise: null, take: [] };
const listener = { report: () => {}, progress: () => {} };
let files = 0;

function take(records: Partial<BookRecord>[], more: Partial<ImportOptions>) {
  files += 1;
  const file = { fileName: "till.csv", contentSha256: String(files).padStart(64, "0") };
  return importCatalogue(services, itemsOf(records), file, { ...options, ...more }, listener);
}

const onHand = async (...ids: string[]) =>
  (await Promise.all(ids.map((id) => readStock(db, id)))).map((stock) => stock.onHand);

const counted = [
  { isbn13: godan, copies: 9 },
  { isbn13: kari, copies: 2 },
  { isbn13: dune, copies: 5 },
  { isbn13: "9789999900041", title: "Counted for the first time", mrpPaise: 10_000, copies: 3 },
];

test("copies of books that the shop has are left, set or added as chosen, and the undo reverts them", async () => {
  for (const [id, copies] of Object.entries({ godan: 4, kari: 6, dune: 5 })) await setStock(db, id, copies);
  const { counts: left } = await take(counted.slice(0, 3), {});
  expect(left).toMatchObject({ unchanged: 3, copiesLeft: 3, copiesMore: 0, copiesFewer: 0 });
  expect(await onHand("godan", "kari", "dune")).toEqual([4, 6, 5]);

  const { importId, counts } = await take(counted, { knownCopies: "set" });
  expect(counts).toMatchObject({ added: 1, changed: 2, unchanged: 1, copiesLeft: 0, copiesMore: 5, copiesFewer: 4 });
  expect(await onHand("godan", "kari", "dune", "counted-for-the-first-time")).toEqual([9, 2, 5, 3]);
  const undone = await undoImport(services, importId!);
  expect(undone).toMatchObject({ books: { removed: 1, restored: 2 }, left: [] });
  expect(await onHand("godan", "kari", "dune")).toEqual([4, 6, 5]);

  // A book that is twice in the file is delivered twice.
  const added = await take([...counted.slice(0, 2), { isbn13: godan, copies: 1 }], { knownCopies: "add" });
  expect(added.counts).toMatchObject({ changed: 2, copiesMore: 12, copiesFewer: 0 });
  expect(await onHand("godan", "kari")).toEqual([14, 8]);
});

test("copies never fall below those that orders have reserved, and the preview says the same", async () => {
  await setStock(db, "kari", 5);
  await orderOf(services, cartOf("holds"), { kari: 2 });
  const records = [{ isbn13: kari, copies: 0 }];
  const plan = await previewImport(services, itemsOf(records), { ...options, knownCopies: "set" }, listener);
  expect(plan.counts).toMatchObject({ changed: 1, copiesFewer: 3, mended: 1 });
  expect(await onHand("kari")).toEqual([5]);
  expect((await take(records, { knownCopies: "set" })).counts).toEqual(plan.counts);
  expect(await readStock(db, "kari")).toEqual({ onHand: 2, reserved: 2 });
});

test("without a price, a book keeps its discount off the MRP, unless the import has one", async () => {
  // As an import set them: a file does not change prices that a person set.
  const setPrices = (mrp: number, price: number) =>
    inTransaction(db, async (tx) => {
      await tx.execute(sql`select set_config('endpaper.cause', 'import 1', true)`);
      await tx.execute(sql`
        update books set mrp_paise = ${mrp}, price_paise = ${price}, field_origins = '{}' where id = 'godan'`);
    });
  await setPrices(50_000, 45_000);
  const priceAt = async (mrpPaise: number, more: Partial<ImportOptions> = {}) => {
    await take([{ isbn13: godan, mrpPaise }], more);
    const { rows } = await db.execute<{ price: number }>(
      sql`select price_paise as price from books where id = 'godan'`,
    );
    return rows[0]!.price;
  };
  expect([await priceAt(60_000), await priceAt(60_000, { discountPercent: 20 })]).toEqual([54_000, 48_000]);
  await setPrices(50_000, 50_000);
  expect(await priceAt(64_950)).toBe(64_950);
});
