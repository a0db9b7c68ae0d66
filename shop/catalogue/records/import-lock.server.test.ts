import { setTimeout as wait } from "node:timers/promises";

import { expect, onTestFinished, test, vi } from "vitest";

import { openPool } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { cutImportLock, losingImportLock } from "#tests/support/cut-import-lock.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { ImportLockLostError, withImportLock } from "./import-lock.server.ts";
import { importLookups } from "#shop/catalogue/import/lookup/run-lookup-import.server.ts";
import { importCatalogue, type CheckedItem } from "#shop/catalogue/import/run-import.server.ts";
import { importStock } from "#shop/catalogue/import/stock/run-stock-import.server.ts";
import type { CheckedStockRow } from "#shop/catalogue/import/stock/check-stock-row.ts";
import { undoImport } from "#shop/catalogue/import/undo-import.server.ts";

const { db, url } = await openTestDatabase();
const services = { db, now: () => new Date("2026-03-01T10:00:00Z") };
const losing = { ...services, db: losingImportLock(db) };
const options = { source: "csv", discountPercent: 0, defaultMrpPaise: 10_000, take: [] };
const listener = { progress: () => {} };
const fileOf = (number: number) => ({ fileName: "books.csv", contentSha256: String(number).padStart(64, "0") });

async function* itemsOf(count: number, before: (record: number) => unknown = () => {}): AsyncIterable<CheckedItem> {
  for (let record = 1; record <= count; record += 1) {
    await before(record);
    const place = { line: record + 1, record };
    yield { record: { place, reference: `lock-${record}`, title: `Lock ${record}` }, mended: [] };
  }
}

async function* lookupItems(): AsyncIterable<CheckedItem> {
  yield { record: { place: { line: 2, record: 1 }, isbn13: "9789999900010", title: "Lock" }, mended: [] };
}

const booksOfLock = async () => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from books where record_reference like 'lock-%'`,
  );
  return rows[0]!.count;
};

test("an import whose lock is lost between two batches stops before the next one, says so, and can be gone on with", async () => {
  const cut = (record: number) => (record === 5 ? cutImportLock(db) : undefined);
  const lost = importCatalogue(services, itemsOf(20, cut), fileOf(1), options, listener, 2);
  await expect(lost).rejects.toThrow(ImportLockLostError);
  await expect(lost).rejects.toThrow(/closed the connection .* Start it again, and it continues where it stopped\.$/);
  // The second batch may have started by then.
  const done = await booksOfLock();
  expect([2, 4]).toContain(done);
  const { rows } = await db.execute(sql`select state, done_records from imports`);
  expect(rows).toEqual([{ state: "running", doneRecords: done }]);
  const again = await importCatalogue(services, itemsOf(20), fileOf(1), options, listener, 2);
  expect(again).toMatchObject({ isResumed: true, counts: { records: 20, added: 20 } });
  expect(await booksOfLock()).toBe(20);
});

async function* stockRows(): AsyncIterable<CheckedStockRow> {
  yield { row: { place: { line: 2, record: 1 }, name: "Lock", reference: "lock-1", copies: 3 }, mended: [] };
}

test.each<[string, (own: typeof services) => Promise<unknown>]>([
  [
    "a till's file",
    (own) => importStock(own, stockRows(), { ...fileOf(2), isAgain: false }, { source: "csv", take: [] }, listener),
  ],
  ["books to be looked up", (own) => importLookups(own, lookupItems(), fileOf(3), { exchangeRates: {} }, listener)],
  ["the undoing of an import", (own) => undoImport(own, 1)],
])("%s stops in the same way, and can be done afterwards", async (_, work) => {
  await expect(work(losing)).rejects.toThrow(ImportLockLostError);
  await work(services);
});

test("the database's limit of idle connections is not that of the lock, and holds again afterwards", async () => {
  const limited = new URL(url);
  limited.searchParams.set("options", "-c idle_session_timeout=2000");
  const sessions = openPool(limited.toString(), 1);
  onTestFinished(() => sessions.end());
  await withImportLock({ ...db, sessions }, async (throwIfStopped) => {
    await wait(3_000);
    await throwIfStopped();
  });
  expect(sessions.totalCount).toBe(1);
  await vi.waitFor(() => expect(sessions.totalCount).toBe(0), { timeout: 20_000 });
});
