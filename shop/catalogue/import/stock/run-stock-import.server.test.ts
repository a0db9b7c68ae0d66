/** Tests of stock imports that are resumed, and of concurrent orders and readers of the catalogue. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { openReport } from "#shop/catalogue/import/report-file.server.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { cartOf, count, fillCart, order, readStock, setStock } from "#tests/support/sales/sale.ts";
import { waitUntilBlocked, warm } from "#tests/support/database/test-database.ts";
import { checkStockRow, type CheckedStockRow } from "./check-stock-row.ts";
import { importStock } from "./run-stock-import.server.ts";
import { openStockFiles } from "#tests/support/catalogue/stock-files.ts";

const { db, pool, services, folder, isbns, ids, take, onHand } = await openStockFiles();

async function* rowsOf(list: [string, number][], breakAfter = Infinity): AsyncIterable<CheckedStockRow> {
  for (const [index, [reference, copies]] of list.entries()) {
    if (index === breakAfter) throw new Error("cut off");
    yield checkStockRow({ place: { line: index + 2, record: index + 1 }, reference, copies: String(copies) });
  }
}

test("an import that was cut off goes on where it stopped", async () => {
  const list = Array.from({ length: 450 }, (_, n): [string, number] => [
    n === 5 ? ids[0]! : n === 420 ? ids[1]! : `x-${n}`,
    6,
  ]);
  const file = { fileName: "cut.csv", contentSha256: "a".repeat(64), isAgain: false };
  const path = join(folder, "cut.csv.report.csv");
  const cutOff = { progress: () => {}, reportFile: await openReport(path) };
  await expect(importStock(services, rowsOf(list, 430), file, { take: [] }, cutOff)).rejects.toThrow("cut off");
  await cutOff.reportFile.end();
  expect([await onHand(ids[0]!), await onHand(ids[1]!)]).toEqual([6, 10]);
  await receiveCopies(db, ids[0]!, 1);
  const listener = { progress: () => {}, reportFile: await openReport(path) };
  const { isResumed, counts } = await importStock(services, rowsOf(list), file, { take: [] }, listener);
  await listener.reportFile.end();
  // Each row of an unknown book is reported once, in the order of the file.
  const told = (await readFile(path, "utf8")).trim().split("\r\n").slice(1);
  const places = told.map((row) => Number(row.split(",")[1]));
  expect(places).toEqual(list.flatMap(([reference], index) => (reference.startsWith("x-") ? [index + 1] : [])));
  expect([isResumed, counts.records, counts.changed]).toEqual([true, 450, 2]);
  expect([await onHand(ids[0]!), await onHand(ids[1]!)]).toEqual([7, 6]);
});

test("whoever goes on with an import that was cut off waits for its last batch", async () => {
  let counting: ReturnType<typeof take> | undefined;
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select from stock where book_id = ${ids[0]!} for update`);
    counting = take(["ISBN,Copies", `${isbns[0]},7`]);
    await waitUntilBlocked(db);
    const free = await db.execute(sql`select from imports where state = 'running' for update skip locked`);
    expect(free.rowCount).toBe(0);
  });
  await counting;
});

test("pages hear of a till's file when it ends, and its books are on the lists with their prices then", async () => {
  const hearing = await pool.connect();
  onTestFinished(() => hearing.release(true));
  let heard = 0;
  hearing.on("notification", () => (heard += 1));
  await hearing.query("listen catalogue_changed");
  await setStock(db, ids[1]!, 0);
  await refreshAllStaleListings(db);
  await hearing.query("select");
  heard = 0;
  await take(["ISBN,Price,Copies", `${isbns[0]},440,2`, `${isbns[1]},450,9`]);
  await hearing.query("select");
  expect(heard).toBe(1);
  const { rows } = await db.execute<{ price: number; isAvailable: boolean }>(sql`
    select l.price_paise as price, 'available' = any(l.facets) as is_available from listings l
    where l.book_id in (${ids[0]!}, ${ids[1]!}) order by l.price_paise`);
  expect(rows).toEqual([
    { price: 44_000, isAvailable: true },
    { price: 45_000, isAvailable: true },
  ]);
});

test("an order that is placed while a shelf is counted is not lost", async () => {
  const cart = cartOf("while-counting");
  await fillCart(db, cart, { [ids[0]!]: 2 });
  let placing: ReturnType<typeof order> | undefined;
  let counting: ReturnType<typeof take> | undefined;
  await inTransaction(db, async (tx) => {
    // Another order locks the shelf: the import waits for it, and counts the remaining copies.
    await tx.execute(sql`update stock set reserved = reserved where book_id = ${ids[0]!}`);
    counting = take(["ISBN,Copies", `${isbns[0]},1`]);
    await waitUntilBlocked(db);
    await tx.execute(sql`
      update stock set on_hand = on_hand + 1 where book_id = ${ids[0]!}`);
    await tx.execute(sql`insert into stock_moves (book_id, delta, cause) values (${ids[0]!}, 1, 'received')`);
  });
  await counting;
  expect(await readStock(db, ids[0]!)).toMatchObject({ onHand: Math.max(1, (await readStock(db, ids[0]!)).reserved) });
  await take(["ISBN,Copies", `${isbns[0]},10`]);
  await inTransaction(db, async (tx) => {
    // An import has locked a shelf: the order waits, and is not lost.
    await tx.execute(sql`select from stock where book_id = ${ids[0]!} for update`);
    placing = order(services, cart);
    await waitUntilBlocked(db);
  });
  await placing;
  expect((await readStock(db, ids[0]!)).reserved).toBeGreaterThanOrEqual(2);
});

test("orders of several books and imports of them, all at once: nothing is lost, and nobody waits in a ring", async () => {
  await warm(pool, 10);
  const carts = Array.from({ length: 6 }, (_, n) => cartOf(`at-once-${n}`));
  for (const [n, cart] of carts.entries())
    await fillCart(db, cart, Object.fromEntries((n % 2 ? ids : ids.toReversed()).slice(0, 4).map((id) => [id, 1])));
  const results = await Promise.all([
    take(["ISBN,Copies", ...isbns.toReversed().map((isbn) => `${isbn},40`)]),
    ...carts.map((cart) => order(services, cart)),
  ]);
  expect(results).toHaveLength(7);
  for (const id of ids) expect(await onHand(id)).toBe(40);
  const held = await count(
    db,
    sql`
    select sum(quantity) as count from reservations r join orders o on o.id = r.order_id
    where r.state = 'held' and o.email like 'at-once-%'`,
  );
  expect(held).toBe(24);
});
