/**
 * Tests of a book's stock at the desk: copies on hand and reserved, stock moves, corrections and the low-stock level.
 */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { packCopy } from "#shop/sales/orders/parcels/pack-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { recordedChange, undo } from "#tests/support/desk/undo.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { correctBookCopies, findBookStock, listMoves, movesPageSize, setLowLevel } from "./book-stock.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const staffId = await addStaff(testServices, "packer", "Asha");
const by = { staffId, at: new Date("2026-03-01T10:00:00Z") };
const correct = (was: number, copies: number, bookId = "godan") =>
  inTransaction(db, (tx) => correctBookCopies(tx, { bookId, was, copies, reason: "Wet" }, by));

test("copies on hand, held, to pack and wanted; every move says who and why", async () => {
  await setStock(db, "godan", 10);
  const { number } = await paidOrder(testServices, "buyer", { godan: 2 });
  await receiveCopies(db, "godan", 3, { program: "command line" });
  expect(await correct(11, 9)).toEqual({ ok: true, before: 11, after: 9 });
  expect(await findBookStock(db, "godan")).toMatchObject({
    title: "गोदान",
    onHand: 9,
    held: 0,
    toPack: 2,
    soldOnShelf: 2,
    lowLevel: null,
  });
  // A packed copy is no longer on the shelf.
  await packCopy(services, number, { position: 0 });
  expect(await findBookStock(db, "godan")).toMatchObject({ onHand: 9, toPack: 2, soldOnShelf: 1 });
  const part = { copies: [{ bookId: "godan", quantity: 1 }] };
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EK1IN", trackingUrl: "" }, "Asha", part);
  expect(await findBookStock(db, "godan")).toMatchObject({ onHand: 9, toPack: 1, soldOnShelf: 1 });
  expect(await findBookStock(db, "no-such-book")).toBe(null);
  const { moves } = await listMoves(db, "godan", null);
  expect(moves.slice(0, 3)).toMatchObject([
    { delta: -2, onHand: 9, cause: "correction", staff: "Asha", reason: "Wet" },
    { delta: 3, onHand: 11, cause: "received", staff: null, program: "command line" },
    { delta: -2, onHand: 8, cause: "sale", orderNumber: number },
  ]);
});

test("copies that an import brought name it, also where that was not noted with the move", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into imports (kind, file_name, content_sha256, options, state, started_at)
    values ('catalogue', 'spring.csv', repeat('0', 64), '{}', 'done', now()) returning id::text as id`);
  const importId = Number(rows[0]!.id);
  await setStock(db, "kari", 0);
  await db.execute(
    sql`update books set created_by = ${`import ${importId}`}, created_at = '2026-01-05' where id = 'kari'`,
  );
  await db.execute(sql`
    insert into stock_moves (book_id, delta, cause, created_at) values ('kari', 4, 'received', '2026-01-05')`);
  await db.execute(sql`
    insert into stock_moves (book_id, delta, cause, import_id) values ('kari', 2, 'received', ${importId}::bigint)`);
  const { moves } = await listMoves(db, "kari", null);
  expect(moves.slice(0, 2).map(({ delta, importFile }) => [delta, importFile])).toEqual([
    [2, "spring.csv"],
    [4, "spring.csv"],
  ]);
  expect(moves[1]).toMatchObject({ importId });
});

test("a correction is of what was seen: copies that moved meanwhile, or that orders hold, refuse it", async () => {
  await setStock(db, "jejuri", 5);
  expect(await correct(4, 9, "jejuri")).toEqual({ ok: false, reason: "moved", onHand: 5 });
  expect(await correct(5, 5, "jejuri")).toEqual({ ok: false, reason: "same" });
  await db.execute(sql`update stock set reserved = 3 where book_id = 'jejuri'`);
  expect(await correct(5, 2, "jejuri")).toEqual({ ok: false, reason: "held", held: 3 });
  expect(await correct(5, 3, "jejuri")).toMatchObject({ ok: true });
  expect(await correct(0, 3, "no-such-book")).toEqual({ ok: false, reason: "no-such-book" });
  await db.execute(sql`update stock set reserved = 0 where book_id = 'jejuri'`);
});

test("moves are read page by page, and each knows what was on hand then", async () => {
  for (let copies = 0; copies < movesPageSize + 2; copies += 1) await receiveCopies(db, "masala-lab", 1);
  const first = await listMoves(db, "masala-lab", null);
  expect([first.moves.length, first.isCut]).toEqual([movesPageSize, true]);
  const rest = await listMoves(db, "masala-lab", first.moves.at(-1)!.id);
  expect(rest.isCut).toBe(false);
  expect(rest.moves[0]!.onHand).toBe(first.moves.at(-1)!.onHand - 1);
});

test("the low-stock level is undone, and stays when somebody changed it since", async () => {
  const set = async (before: number | null, level: number | null) => {
    const { entry, done } = await recordedChange(testServices, ({ db: tx }) => setLowLevel(tx, "godan", level));
    expect(done).toBe(before);
    return entry;
  };
  const undone = async (entry: number) => (await undo(testServices, entry, { role: "packer" })).undone;
  const first = await set(null, 4);
  expect(await undone(first)).toMatchObject({ ok: true });
  expect((await findBookStock(db, "godan"))!.lowLevel).toBe(null);
  const second = await set(null, 5);
  await set(5, 6);
  expect(await undone(second)).toMatchObject({ ok: false, problem: expect.stringContaining("was changed since") });
  expect((await findBookStock(db, "godan"))!.lowLevel).toBe(6);
});
