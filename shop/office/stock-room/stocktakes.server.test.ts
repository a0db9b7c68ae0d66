/** Tests of stocktakes: scanning, moves during the count, corrections and their undo. */
import { expect, test } from "vitest";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { packCopy } from "#shop/sales/orders/parcels/pack-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { recordedChange, undo } from "#tests/support/desk/undo.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { countCopies, setCounted } from "./count-copies.server.ts";
import { finishStocktake, listPlan, sumPlan } from "./finish-stocktake.server.ts";
import { listUncounted, readSheet, sumSheet } from "./stocktake-sheet.server.ts";
import { findStocktake, listStocktakes, lockStocktake, openStocktake } from "./stocktakes.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const staffId = await addStaff(testServices, "packer", "Asha");
const at = new Date("2026-03-01T10:00:00Z");
const unknown = "9780306406157";
await db.execute(sql`update books set isbn13 = null where isbn13 in (${unknown}, '9780140449136')`);

/** Adds a reading list of these books with the given numbers of copies, and begins its stocktake. */
let lists = 0;
async function begin(shelf: Record<string, number>): Promise<number> {
  const scopeId = `shelf-${(lists += 1)}`;
  await db.execute(sql`
    insert into reading_lists (id, title, summary, introduction, position)
    values (${scopeId}, ${scopeId}, 'A list.', 'A list.', ${1000 + lists})`);
  for (const [place, [bookId, copies]] of Object.entries(shelf).entries()) {
    await setStock(db, bookId, copies);
    await db.execute(sql`
      insert into reading_list_books (reading_list_id, book_id, position, note) values (${scopeId}, ${bookId}, ${place}, 'It is.')`);
  }
  const opened = await openStocktake(db, { kind: "reading-list", scopeId }, { staffId, at });
  return opened!.id;
}

const scan = (id: number, code: string, copies = 1) =>
  inTransaction(db, async (tx) => {
    await lockStocktake(tx, id);
    return countCopies(tx, id, [{ code, copies }], at);
  });

const setTo = (id: number, code: string, was: number | null, copies: number | null) =>
  inTransaction(db, async (tx) => {
    await lockStocktake(tx, id);
    return setCounted(tx, id, code, { was, copies }, at);
  });

const finish = (id: number, takesGone = false, within = db) =>
  inTransaction(within, async (tx) => {
    const stocktake = await lockStocktake(tx, id);
    return finishStocktake(tx, stocktake!, { reason: "Yearly count", takesGone }, { staffId, at });
  });

async function plan(id: number, takesGone = false) {
  const stocktake = (await findStocktake(db, id))!;
  const { corrections } = await listPlan(db, stocktake, { takesGone, after: null });
  return {
    sums: await sumPlan(db, stocktake, takesGone),
    deltas: Object.fromEntries(corrections.map(({ bookId, delta }) => [bookId, delta])),
    corrections,
  };
}

async function sheetLine(id: number, code: string) {
  const { lines } = await readSheet(db, (await findStocktake(db, id))!, { part: "all", after: null });
  return lines.find((line) => line.code === code)!;
}

async function onHand(bookId: string): Promise<number> {
  const { rows } = await db.execute<{ onHand: number }>(sql`select on_hand from stock where book_id = ${bookId}`);
  return oneRow(rows).onHand;
}

test("beeps add up, and what is sold, sent, delivered and given back meanwhile is no difference", async () => {
  const id = await begin({ godan: 5, jejuri: 4 });
  // One copy is sold but still on the shelf, and one is sold and packed.
  await paidOrder(testServices, "before", { godan: 1 });
  const packed = await paidOrder(testServices, "packed", { godan: 1 });
  await packCopy(services, packed.number, { position: 0 });
  expect(await onHand("godan")).toBe(3);
  for (const copies of [1, 2, 3]) expect(await scan(id, "godan")).toMatchObject([{ title: "गोदान", copies }]);
  expect(await sheetLine(id, "godan")).toMatchObject({ copies: 3, onHandThen: 3, toPackThen: 1 });

  const sold = await paidOrder(testServices, "after", { godan: 2 });
  await shipOrder(services, sold.number, { carrier: "Post", trackingNumber: "", trackingUrl: "" });
  await receiveCopies(db, "godan", 7);
  await scan(id, "godan");
  await scan(id, "jejuri", 5);
  expect(await sheetLine(id, "godan")).toMatchObject({ copies: 4, since: { sold: -2, received: 7, back: 0 } });
  expect((await plan(id)).deltas).toEqual({ jejuri: 1 });
  expect(await finish(id)).toMatchObject({ books: 1, more: 1, fewer: 0 });
  expect([await onHand("godan"), await onHand("jejuri")]).toEqual([8, 5]);
  expect((await listStocktakes(db)).find((count) => count.id === id)).toMatchObject({
    id,
    books: 2,
    copies: 9,
    corrected: 1,
    reason: "Yearly count",
  });
});

test("a difference is written as copies more or fewer, by a correction with its reason, and can be undone", async () => {
  const id = await begin({ "a-suitable-boy": 5 });
  await scan(id, "a-suitable-boy", 3);
  await receiveCopies(db, "a-suitable-boy", 10);
  const { entry } = await recordedChange(testServices, ({ db: tx }) => finish(id, false, tx));
  expect(await onHand("a-suitable-boy")).toBe(13);
  const { rows } = await db.execute(sql`
    select delta, cause, reason, staff_id::int as staff_id from stock_moves where book_id = 'a-suitable-boy' order by id desc limit 1`);
  expect(rows[0]).toEqual({
    delta: -2,
    cause: "correction",
    reason: expect.stringMatching(/^Counted: shelf-\d+\. Yearly count$/),
    staffId,
  });
  const { undone } = await undo(testServices, entry, { role: "packer" });
  expect(undone).toMatchObject({ ok: true, kept: [] });
  expect(await onHand("a-suitable-boy")).toBe(15);
  expect(await inTransaction(db, (tx) => lockStocktake(tx, id))).toBe(null);
});

test("what nobody counted stays, unless it is taken as gone; what came since the count began never is", async () => {
  const id = await begin({ "a-fine-balance": 2, "a-burning": 3, "midnights-children": 4 });
  await scan(id, "a-fine-balance", 2);
  await receiveCopies(db, "a-burning", 1);
  expect((await listUncounted(db, (await findStocktake(db, id))!, null)).books.map(({ bookId }) => bookId)).toEqual([
    "a-burning",
    "midnights-children",
  ]);
  expect((await plan(id)).deltas).toEqual({});
  const { deltas, sums } = await plan(id, true);
  expect(deltas).toEqual({ "midnights-children": -4 });
  expect(sums).toMatchObject({ books: 1, fewer: 4, uncounted: 2, cameSince: 1 });
  await orderOf(services, cartOf("holds"), { "midnights-children": 1 });
  expect((await plan(id, true)).corrections).toMatchObject([{ delta: -3, missing: 1, isGone: true }]);
  expect(await finish(id, true)).toMatchObject({ books: 1, fewer: 3 });
  expect([await onHand("a-fine-balance"), await onHand("a-burning"), await onHand("midnights-children")]).toEqual([
    2, 4, 1,
  ]);
});

test("no book ends below what orders hold: the copies that are missing for them are said", async () => {
  const id = await begin({ "age-of-vice": 3 });
  await orderOf(services, cartOf("held"), { "age-of-vice": 2 });
  await setTo(id, "age-of-vice", null, 0);
  const { rows } = await db.execute<{ onHand: number; reserved: number }>(
    sql`select on_hand, reserved from stock where book_id = 'age-of-vice'`,
  );
  const { onHand: there, reserved } = oneRow(rows);
  const line = await sheetLine(id, "age-of-vice");
  const missing = reserved + line.toPackThen;
  expect((await plan(id)).corrections).toMatchObject([{ delta: reserved - there, missing }]);
  await finish(id);
  expect(await onHand("age-of-vice")).toBe(reserved);
});

test("a book that two counts have is said, and is corrected once: the second must count it anew", async () => {
  const first = await begin({ "animal-farm": 5 });
  await scan(first, "animal-farm", 4);
  const other = await openStocktake(db, { kind: "scanned", scopeId: null }, { staffId, at });
  await scan(other!.id, "animal-farm", 4);
  expect(await sheetLine(first, "animal-farm")).toMatchObject({ otherCount: "Whatever is scanned" });
  await finish(first);
  expect(await onHand("animal-farm")).toBe(4);
  expect(await sheetLine(other!.id, "animal-farm")).toMatchObject({ isCorrectedSince: true });
  const { deltas, sums } = await plan(other!.id);
  expect([deltas, sums.toCountAnew]).toEqual([{}, 1]);
  expect(await setTo(other!.id, "animal-farm", 3, 4)).toEqual({ ok: false, reason: "changed", copies: 4 });
  await setTo(other!.id, "animal-farm", 4, 3);
  expect((await plan(other!.id)).deltas).toEqual({ "animal-farm": -1 });
  await finish(other!.id);
  expect(await onHand("animal-farm")).toBe(3);
});

test("a book of another list is not corrected, an unknown ISBN waits until its book is there", async () => {
  const id = await begin({ americanah: 1 });
  await setStock(db, "anandamath", 6);
  await scan(id, "anandamath");
  await scan(id, unknown, 2);
  expect(await sumSheet(db, id)).toEqual({ books: 2, copies: 3, unknown: 1 });
  expect(await sheetLine(id, "anandamath")).toMatchObject({ belongs: false });
  expect((await plan(id)).sums).toMatchObject({ books: 0, elsewhere: 1, unknown: 1 });
  await db.execute(sql`update books set isbn13 = ${unknown} where id = 'americanah'`);
  expect(await sheetLine(id, unknown)).toMatchObject({ bookId: "americanah", copies: 2 });
  await scan(id, unknown);
  expect((await plan(id)).deltas).toEqual({
    americanah: 3 - (await onHand("americanah")) - (await sheetLine(id, unknown)).toPackThen,
  });
  await db.execute(sql`update books set isbn13 = null where id = 'americanah'`);
  // A book that gets its ISBN during the stocktake is still one book.
  await scan(id, "anandamath");
  await db.execute(sql`update books set isbn13 = '9780140449136' where id = 'anandamath'`);
  await scan(id, "9780140449136");
  expect(await sheetLine(id, "anandamath")).toMatchObject({ copies: 3 });
  expect(await setTo(id, "9780140449136", null, 9)).toEqual({ ok: false, reason: "changed", copies: 3 });
});

test("a list is counted once at a time, whoever begins it; one who scans at the same moment loses no beep", async () => {
  const id = await begin({ "aapka-bunty": 5 });
  const { scopeId } = (await findStocktake(db, id))!;
  const again = await openStocktake(db, { kind: "reading-list", scopeId: scopeId! }, { staffId, at });
  expect(again).toMatchObject({ id, isNew: false });
  expect(await openStocktake(db, { kind: "category", scopeId: "no-such-category" }, { staffId, at })).toBe(null);
  for (let round = 0; round < 50; round += 1) await Promise.all([scan(id, "aapka-bunty"), scan(id, unknown)]);
  expect(await sumSheet(db, id)).toEqual({ books: 2, copies: 100, unknown: 1 });
  expect(await scan(id, "aapka-bunty", 100_000)).toBe(null);
});
