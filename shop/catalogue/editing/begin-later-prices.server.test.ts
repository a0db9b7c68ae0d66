/**
 * Tests of announced prices: they take effect on their day, with price history and an audit entry, and can be undone.
 */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { importCatalogue, type CheckedItem } from "#shop/catalogue/import/run-import.server.ts";
import { undoImport } from "#shop/catalogue/import/undo-import.server.ts";
import { undoEntry } from "#shop/office/undo/undo.server.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { beginLaterPrices } from "./begin-later-prices.server.ts";

const { db, services } = await openTestServices();
const at = (day: string) => ({ ...services, now: () => new Date(`${day}T09:00:00+05:30`) });

let files = 0;
async function take(record: Partial<BookRecord>) {
  async function* items(): AsyncIterable<CheckedItem> {
    yield { record: { place: { line: 2, record: 1 }, ...record }, mended: [] };
  }
  const file = { fileName: "feed.xml", contentSha256: String((files += 1)).padStart(64, "0") };
  const options = { source: "onix", discountPercent: 10, defaultMrpPaise: null, take: [] };
  const { importId } = await importCatalogue(at("2026-11-28"), items(), file, options, { progress: () => {} });
  return importId!;
}

const announced = (reference: string, more: Partial<BookRecord> = {}): Partial<BookRecord> => ({
  reference,
  title: `Announced ${reference}`,
  mrpPaise: 39_900,
  laterMrps: [
    { beginsOn: "2026-12-01", mrpPaise: 49_900 },
    { beginsOn: "2027-01-01", mrpPaise: 59_900 },
  ],
  ...more,
});

async function pricesOf(reference: string): Promise<{ mrp: number; price: number; later: string[]; id: string }> {
  const { rows } = await db.execute<{ mrp: number; price: number; later: string[]; id: string }>(sql`
    select b.id, b.mrp_paise as mrp, b.price_paise as price,
      array(select l.begins_on::text from later_prices l where l.book_id = b.id order by l.begins_on) as later
    from books b where b.source = 'onix' and b.record_reference = ${reference}`);
  return rows[0]!;
}

async function lastEntry() {
  const { rows } = await db.execute<{ number: number; words: string; action: string }>(sql`
    select number::int as number, words, action from desk_record order by desk_record.number desc limit 1`);
  return rows[0];
}

test("a price that was announced comes into force on its day, with history and record, and not before", async () => {
  const importId = await take(announced("a"));
  expect(await pricesOf("a")).toMatchObject({ mrp: 39_900, price: 35_900, later: ["2026-12-01", "2027-01-01"] });
  expect(await beginLaterPrices(at("2026-11-30"))).toBe(0);
  expect(await pricesOf("a")).toMatchObject({ mrp: 39_900 });
  expect(await beginLaterPrices(at("2026-12-01"))).toBe(1);
  const { id, ...prices } = await pricesOf("a");
  expect(prices).toEqual({ mrp: 49_900, price: 44_900, later: ["2027-01-01"] });
  expect(await beginLaterPrices(at("2026-12-01"))).toBe(0);
  const { rows } = await db.execute(sql`
    select old_mrp_paise, mrp_paise, cause from price_changes where book_id = ${id}`);
  expect(rows).toEqual([{ oldMrpPaise: 39_900, mrpPaise: 49_900, cause: `import ${importId}` }]);
  expect(await lastEntry()).toMatchObject({
    action: "books.later-prices",
    words: expect.stringContaining("“Announced a” from MRP ₹399.00 and price ₹359.00 to MRP ₹499.00 and price ₹449.00"),
  });
});

test("copies on hand that carry the old MRP are in the audit log", async () => {
  await take(announced("printed", { copies: 2 }));
  await beginLaterPrices(at("2026-12-01"));
  expect((await lastEntry())!.words).toContain("(The old MRP of ₹399.00 is printed on 2 copies in stock.");
});

test("when the shop was shut on several days, the latest counts", async () => {
  await take(announced("b"));
  expect(await beginLaterPrices(at("2027-02-01"))).toBeGreaterThan(0);
  expect(await pricesOf("b")).toMatchObject({ mrp: 59_900, later: [] });
});

test("a later file says anew what is to come, and one that names no price leaves it", async () => {
  await take(announced("c"));
  await take({ reference: "c", notice: "partial", pages: 99 });
  expect((await pricesOf("c")).later).toHaveLength(2);
  await take(announced("c", { laterMrps: [] }));
  expect((await pricesOf("c")).later).toEqual([]);
});

test("what a person or a till set meanwhile stays, and the audit log says so", async () => {
  await take(announced("d"));
  await take(announced("e"));
  await db.execute(sql`update books set mrp_paise = 45000 where record_reference = 'd'`);
  await db.execute(sql`update books set price_paise = 30000 where record_reference = 'e'`);
  await beginLaterPrices(at("2026-12-01"));
  expect(await pricesOf("d")).toMatchObject({ mrp: 45_000, price: 44_900 });
  expect(await pricesOf("e")).toMatchObject({ mrp: 49_900, price: 30_000 });
  await take(announced("f"));
  await db.execute(sql`update books set mrp_paise = 45000, price_paise = 40000 where record_reference = 'f'`);
  await beginLaterPrices(at("2026-12-01"));
  expect(await pricesOf("f")).toMatchObject({ mrp: 45_000, price: 40_000 });
  expect((await lastEntry())!.words).toContain(
    "“Announced f” keeps the MRP ₹450.00, which was set by a person or a till",
  );
});

test("the undo of an import takes back what it announced, begun or not", async () => {
  await take(announced("g", { laterMrps: [] }));
  const importId = await take(announced("g"));
  await beginLaterPrices(at("2026-12-01"));
  expect(await pricesOf("g")).toMatchObject({ mrp: 49_900, later: ["2027-01-01"] });
  await undoImport(services, importId);
  expect(await pricesOf("g")).toMatchObject({ mrp: 39_900, price: 35_900, later: [] });
});

test("the entry of the audit log can be undone", async () => {
  await take(announced("h"));
  await beginLaterPrices(at("2026-12-01"));
  const { number } = (await lastEntry())!;
  const undone = await inTransaction(db, (tx) => undoEntry({ ...services, db: tx }, "owner", number, services.now()));
  expect(undone).toMatchObject({ ok: true });
  expect(await pricesOf("h")).toMatchObject({ mrp: 39_900, price: 35_900 });
});
