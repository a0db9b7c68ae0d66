/** Tests of the list of books that run low, the proposed quantities, and the undo of the stock choices. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { recordedChange, undo } from "#tests/support/desk/undo.ts";
import { measureStatements } from "#tests/support/measure-statements.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { setLowLevel } from "./book-stock.server.ts";
import { addToDelivery, openDelivery } from "./deliveries.server.ts";
import { countReorderBooks, listLowBooks, readStockChoices, saveStockChoices } from "./low-stock.server.ts";
import { copiesToOrder, explainOrder } from "./reorder.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const staffId = await addStaff(testServices, "packer", "Asha");

test("a book that sells and runs low is listed with what to order of whom; one that does not sell is not", async () => {
  await db.execute(sql`delete from stock_requests`);
  await setStock(db, "godan", 5);
  await setStock(db, "jejuri", 0);
  await setStock(db, "masala-lab", 50);
  await paidOrder(testServices, "buyer", { godan: 4, "masala-lab": 1 });
  await countReorderBooks(db, services.now());
  const of = async (bookId: string) => (await listLowBooks(db)).find((book) => book.bookId === bookId);
  expect(await of("godan")).toMatchObject({
    sold30: 4,
    sold90: 4,
    forSale: 1,
    level: 2,
    leadDays: 7,
    toOrder: 4,
    supplier: "",
  });
  expect([await of("jejuri"), await of("masala-lab")]).toEqual([undefined, undefined]);

  const head = { supplier: "Rupa", billNumber: "", billedOn: null };
  const { id } = await openDelivery(db, head, { staffId, at: services.now() });
  await addToDelivery(db, id, { code: "godan", copies: 3, costPaise: null }, services.now());
  expect(await of("godan")).toMatchObject({ arriving: 3, toOrder: 1, supplier: "Rupa" });
  expect((await listLowBooks(db, { supplier: "rupa" })).map(({ bookId }) => bookId)).toEqual(["godan"]);

  await db.execute(sql`insert into stock_requests (book_id, email) values ('jejuri', 'a@example.com')`);
  await setLowLevel(db, "masala-lab", 60);
  expect(await of("masala-lab")).toMatchObject({ level: 60 });
  await countReorderBooks(db, services.now());
  expect(await of("jejuri")).toMatchObject({ forSale: 0, waiting: 1, toOrder: 4 });
  expect((await listLowBooks(db, { first: 1, limit: 2 })).map(({ bookId }) => bookId)).toEqual(
    (await listLowBooks(db)).slice(1, 3).map(({ bookId }) => bookId),
  );

  // A book without stock requests and without sales in 90 days is no longer wanted.
  await db.execute(sql`delete from stock_requests`);
  await countReorderBooks(db, new Date(services.now().getTime() + 40 * 86_400_000));
  expect(await of("godan")).toMatchObject({ sold30: 0, sold90: 4 });
  await countReorderBooks(db, new Date(services.now().getTime() + 100 * 86_400_000));
  expect((await listLowBooks(db)).map(({ bookId }) => bookId)).toEqual(["masala-lab"]);
});

test("why so many are ordered is said in numbers that add up, and what is 0 is left out", () => {
  const facts = { sold30: 6, sold90: 9, forSale: 1, arriving: 0, waiting: 2, level: 2, leadDays: 7 };
  expect(copiesToOrder(facts)).toBe(9);
  expect(explainOrder(facts)).toBe(
    "1 left, 2 readers wait; the shelf should hold 8 for the next 37 days, as 6 were sold in 30 days.",
  );
  const slow = { ...facts, sold30: 0, sold90: 1, waiting: 0 };
  expect(copiesToOrder(slow)).toBe(2);
  expect(explainOrder(slow)).toBe("1 left; the shelf should hold 3.");
  expect(explainOrder({ ...slow, forSale: 0, arriving: 2 })).toBe("None left, 2 arriving; the shelf should hold 3.");
  expect(copiesToOrder({ ...facts, arriving: 50 })).toBe(0);
  const before = { ...facts, sold30: 1, sold90: 90 };
  expect(explainOrder(before)).toContain("as 90 were sold in 90 days.");
});

test("what the shop chose for its stock is undone, and stays where it was changed since", async () => {
  const choose = async (lowLevel: number) => {
    const before = await readStockChoices(db);
    const save = ({ db: tx }: typeof services) => saveStockChoices(tx, { ...before, lowLevel });
    return (await recordedChange(testServices, save)).entry;
  };
  const undone = async (entry: number) => (await undo(testServices, entry, { role: "packer" })).undone;
  const first = await choose(5);
  expect(await undone(first)).toMatchObject({ ok: true });
  expect(await readStockChoices(db)).toEqual({ lowLevel: 2, leadDays: 7 });
  const second = await choose(6);
  await choose(8);
  expect(await undone(second)).toMatchObject({ ok: false, problem: expect.stringContaining("changed since") });
});

test("of many books with a level of their own, the one that is low is listed, and no other is examined", async () => {
  await db.execute(sql`
    insert into works (id, title, search_text, description)
    select 'level-' || n, 'Level ' || n, 'level ' || n, '' from generate_series(1, 3000) n`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    select id, id, true, 'paperback', 'en', 29900, 24900, id || '-0123456789' from works where id like 'level-%'`);
  await db.execute(sql`
    insert into stock (book_id, on_hand, low_level)
    select id, case when id = 'level-999' then 1 else 5 end, 4 from books where id like 'level-%'`);
  await countReorderBooks(db, services.now());
  await db.execute(sql`analyze books, works, stock, wanted_books`);
  const { db: measured, taken } = measureStatements(db);
  const books = await listLowBooks(measured);
  expect(books.map(({ bookId }) => bookId)).toContain("level-999");
  expect(books.filter(({ bookId }) => bookId.startsWith("level-"))).toHaveLength(1);
  expect(taken().blocks, taken().worst).toBeLessThan(400);

  // Copies are those of this moment, and a level is in force at once.
  await setStock(db, "level-999", 9);
  await inTransaction(db, (tx) => setLowLevel(tx, "level-1", 5));
  const now = await listLowBooks(db);
  expect(now.map(({ bookId }) => bookId).filter((id) => id.startsWith("level-"))).toEqual(["level-1"]);
});

test("of many books that are wanted only as many are looked at as the page shows", async () => {
  await db.execute(sql`
    insert into works (id, title, search_text, description)
    select 'wanted-' || n, 'Wanted ' || n, 'wanted ' || n, '' from generate_series(1, 3000) n`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    select id, id, true, 'paperback', 'en', 29900, 24900, id || '-0123456789' from works where id like 'wanted-%'`);
  await db.execute(sql`
    insert into stock_requests (book_id, email)
    select 'wanted-' || n, who || '@example.com' from generate_series(1, 3000) n, generate_series(1, case when n <= 60 then 2 else 1 end) who`);
  await countReorderBooks(db, services.now());
  await db.execute(sql`analyze books, works, stock, stock_requests, wanted_books`);
  const { db: measured, taken } = measureStatements(db);
  const first = await listLowBooks(measured, { limit: 40 });
  expect(taken().blocks, taken().worst).toBeLessThan(3_000);
  const rest = await listLowBooks(db, { first: 40, limit: 500 });
  const books = [...first, ...rest];
  expect(new Set(books.map(({ bookId }) => bookId)).size).toBe(200);
  expect(books.slice(0, 60).every(({ waiting }) => waiting === 2)).toBe(true);
  expect(await listLowBooks(db)).toEqual(books);
});
