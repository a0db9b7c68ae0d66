/** Tests of tables of the week: which one is shown on a day, and saving, changing and removing one. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { readDemo } from "#server/demo-data.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { tableSize, type StoredTable } from "./weekly-table.ts";
import {
  findCurrentTable,
  findStoredTable,
  listWeeklyTables,
  removeWeeklyTable,
  saveWeeklyTable,
} from "./weekly-tables.server.ts";

const { db } = await openTestDatabase();
/** The database at nine in the morning of a day in India. */
const on = (day: string) => ({ db, now: () => new Date(`${day}T03:30:00Z`) });
const standing = async (day: string) => (await findCurrentTable(on(day)))?.id;
const booksOn = async (day: string) => (await findCurrentTable(on(day)))!.books.map(({ book }) => book.id);
const demoBooks = (id: string) =>
  readDemo("tables")
    .find((table) => table.id === id)!
    .books.map(({ bookId }) => bookId);

const small: StoredTable = {
  title: "Small",
  introduction: "Three.",
  begins: "2026-11-20",
  books: ["jejuri", "kari", "godan"].map((bookId) => ({ bookId, sentence: `Read ${bookId}.`, signature: "L." })),
};

test("the demonstration has a table for every season, with seven books that can be had and some in reserve", async () => {
  for (const [day, id] of [
    ["2026-04-10", "summer"],
    ["2026-07-01", "monsoon"],
    ["2026-10-20", "festivals"],
    ["2026-12-24", "winter"],
    ["2027-02-02", "winter"],
  ] as const) {
    expect(await standing(day), day).toBe(id);
    const table = (await findCurrentTable(on(day)))!;
    expect(table.books).toHaveLength(tableSize.max);
    expect(demoBooks(id).length).toBeGreaterThan(tableSize.max);
    for (const { book, sentence, signature } of table.books) {
      expect(book.stock.state, book.id).not.toBe("sold-out");
      expect(sentence.length, sentence).toBeLessThanOrEqual(72);
      expect(sentence, sentence).toMatch(/[.।]$/);
      expect(signature).toMatch(/^(Leela|\p{L}+, (children’s|Hindi|cookery) shelf)$/u);
    }
  }
});

test("the day changes at midnight in India", async () => {
  expect(await findCurrentTable({ db, now: () => new Date("2026-11-14T18:29:59Z") })).toMatchObject({
    id: "festivals",
  });
  expect(await findCurrentTable({ db, now: () => new Date("2026-11-14T18:30:00Z") })).toMatchObject({ id: "winter" });
});

test("a book that is sold out, hidden from readers or gone gives way to the next; with too few, the table before it stands", async () => {
  const [first, second, third, ...others] = demoBooks("monsoon");
  await setStock(db, first!, 0);
  await db.execute(sql`update books set is_listed = false where id = ${second!}`);
  expect(await booksOn("2026-07-01")).toEqual([third, ...others]);
  for (const id of others.slice(0, -1)) await setStock(db, id, 0);
  expect(await standing("2026-07-01")).toBe("summer");
  await setStock(db, first!, 2);
  expect(await booksOn("2026-07-01")).toEqual([first, third, others.at(-1)]);
});

test("a table is kept, changed and removed, and says who did it and when", async () => {
  expect(await saveWeeklyTable(on("2026-11-22"), "small", small, "asha")).toEqual({ ok: true });
  expect(await findStoredTable(db, "small")).toEqual(small);
  expect(await standing("2026-11-22")).toBe("small");
  const listed = (await listWeeklyTables(on("2026-11-22"))).find(({ id }) => id === "small");
  expect(listed).toMatchObject({ title: "Small", available: 3, changedBy: "asha", isCurrent: true });
  expect(listed!.changedAt).toMatch(/^2026-11-22/);

  const less = { ...small, title: "Other", books: small.books.toReversed() };
  expect(await saveWeeklyTable(on("2026-11-23"), "small", less, "meera")).toEqual({ ok: true });
  expect(await findCurrentTable(on("2026-11-23"))).toMatchObject({
    title: "Other",
    books: [{ book: { id: "godan" }, sentence: "Read godan.", signature: "L." }, {}, {}],
  });
  expect(await removeWeeklyTable(db, "small")).toBe(true);
  expect(await removeWeeklyTable(db, "small")).toBe(false);
  expect(await findStoredTable(db, "small")).toBeNull();
  expect(await standing("2026-11-23")).toBe("winter");
});

test("a book is named by its id or its ISBN; what the shop does not have, or has twice, is named and keeps nothing", async () => {
  const { rows } = await db.execute<{ isbn13: string; id: string }>(
    sql`select isbn13, id from books where isbn13 is not null and is_listed order by id limit 1`,
  );
  const { isbn13, id } = rows[0]!;
  const named = (...bookIds: string[]) => ({
    ...small,
    books: bookIds.map((bookId) => ({ ...small.books[0]!, bookId })),
  });
  const save = (table: StoredTable) => saveWeeklyTable(on("2026-11-22"), "named", table, "asha");
  expect(await save(named("jejuri", "no-such-book", "9780000000002"))).toEqual({
    ok: false,
    reason: "no-such-books",
    books: ["no-such-book", "9780000000002"],
  });
  expect(await save(named("jejuri", id, isbn13))).toEqual({ ok: false, reason: "twice", books: [isbn13] });
  expect(await findStoredTable(db, "named")).toBeNull();
  const hyphens = `${isbn13.slice(0, 3)}-${isbn13.slice(3)}`;
  expect(await save(named("jejuri", "kari", hyphens))).toEqual({ ok: true });
  expect((await findStoredTable(db, "named"))!.books.map(({ bookId }) => bookId)).toEqual(["jejuri", "kari", id]);
  await removeWeeklyTable(db, "named");
});

test("one table more than a hundred is refused, and a known one may still be changed", async () => {
  await db.execute(sql`
    insert into weekly_tables (id, title, introduction, begins, changed_by, changed_at)
    select 'many-' || n, 'T', 'I', '2020-01-01', 'asha', '2026-01-01' from generate_series(1, 96) as n`);
  const save = (id: string) => saveWeeklyTable(on("2026-11-22"), id, small, "asha");
  expect(await save("one-more")).toEqual({ ok: false, reason: "too-many" });
  expect(await save("many-1")).toEqual({ ok: true });
  await db.execute(sql`delete from weekly_tables where id like 'many-%'`);
});
