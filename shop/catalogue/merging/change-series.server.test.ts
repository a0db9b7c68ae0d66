/** Tests of adding, changing, merging and removing series, and of their undo. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { findSeries } from "#shop/catalogue/books/lists.server.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { suggest } from "#shop/catalogue/search/suggest.server.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { recordedChange, undo } from "#tests/support/desk/undo.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { addSeries, changeSeries, mergeSeries, removeSeries } from "./change-series.server.ts";
import { listSeries, listWorksOfSeries } from "./list-series.server.ts";

const testServices = await openTestServices();
const { db } = testServices;
const at = new Date();
const add = (title: string, series: string, seriesNumber = "") =>
  addDeskBook(testServices, { title, person1: "Meera Sanyal", series, seriesNumber });

/** Series, their addresses and the places of their works, one line each. */
async function state(): Promise<string[]> {
  await refreshAllStaleListings(db);
  const { rows } = await db.execute<{ line: string }>(sql`
    select s.id || ' ' || s.name || ' ' || s.name_key || ' ' || s.description as line from series s
    union all select to_jsonb(p)::text from series_works p
    union all select kind || ' ' || old_id || ' ' || new_id from moved_addresses
    union all select w.id || ' ' || w.field_origins::text from works w
    union all select l.work_id || ' ' || l.words || l.facets::text from listings l
    order by 1`);
  return rows.map(({ line }) => line);
}

const works = async (id: string) =>
  (await listWorksOfSeries(db, id)).works.map(({ workId, number }) => [workId, number]);

test("a series is made, gets books with numbers, loses them and is removed, and each is undone", async () => {
  await add("River One", "");
  await add("River Two", "");
  const empty = await state();
  const made = await recordedChange(testServices, ({ db: tx }) => addSeries(tx, "River Books", at));
  expect(made.done).toBe("river-books");
  const before = await state();
  const words = { name: "The River Books", description: "Three rivers." };
  const { entry } = await recordedChange(testServices, ({ db: tx }) =>
    changeSeries(
      tx,
      "river-books",
      {
        ...words,
        places: [
          { workId: "river-two", number: 2 },
          { workId: "river-one", number: 1.5 },
        ],
        leaving: [],
      },
      at,
    ),
  );
  expect(await works("river-books")).toEqual([
    ["river-one", "1.5"],
    ["river-two", "2"],
  ]);
  const filled = await state();
  expect(await findSeries(db, "river-books")).toMatchObject({ ...words, workIds: ["river-one", "river-two"] });
  expect((await suggest(db, "river boo", 5)).map(({ path }) => path)).toContain("/series/river-books");
  expect((await listSeries(db, "river bo", null)).series).toEqual([
    { id: "river-books", name: "The River Books", books: 2 },
  ]);
  await expect(inTransaction(db, (tx) => removeSeries(tx, "river-books", at))).rejects.toThrow("it has books");

  const undone = await undo(testServices, entry);
  expect(undone.undone).toMatchObject({ ok: true, kept: [] });
  expect(await state()).toEqual(before);
  expect((await undo(testServices, undone.entry)).undone).toMatchObject({ ok: true, kept: [] });
  expect((await state()).filter((line) => !line.includes("field_origins") && !line.includes('"by"'))).toEqual(
    filled.filter((line) => !line.includes("field_origins") && !line.includes('"by"')),
  );
  // The series has books by now, so it stays although the undone action added it.
  expect((await undo(testServices, made.entry)).undone).toMatchObject({
    ok: false,
    problem: "Nothing could be undone: the series The River Books: it has books.",
  });
  expect(empty).not.toContain("river-books");
});

test("two series are joined, files find the one that stays, and an undo is whole", async () => {
  await add("Ghat One", "Ghats", "1");
  await add("Ghat Two", "The Ghats", "2");
  const before = await state();
  const { entry, done } = await recordedChange(testServices, ({ db: tx }) => mergeSeries(tx, "ghats", "the-ghats", at));
  expect(done).toMatchObject({ name: "Ghats", otherName: "The Ghats", books: 1 });
  expect(await works("ghats")).toEqual([
    ["ghat-one", "1"],
    ["ghat-two", "2"],
  ]);
  expect(await findMovedAddress(db, "series", "the-ghats")).toBe("ghats");
  expect(await inTransaction(db, (tx) => mergeSeries(tx, "ghats", "the-ghats", at))).toBeNull();
  const undone = await undo(testServices, entry);
  expect(undone.undone).toMatchObject({ ok: true, kept: [] });
  expect(await state()).toEqual(before);
  expect((await undo(testServices, undone.entry)).undone).toMatchObject({ ok: true, kept: [] });
  expect(await findMovedAddress(db, "series", "the-ghats")).toBe("ghats");

  // A book that a file or a form puts into the former series goes to the kept series.
  await add("Ghat Three", "The Ghats", "3");
  expect((await works("ghats")).map(([id]) => id)).toEqual(["ghat-one", "ghat-two", "ghat-three"]);
  // This is also true after the kept series is renamed.
  const words = { name: "Steps to the river", description: "", places: [], leaving: [] };
  await inTransaction(db, (tx) => changeSeries(tx, "ghats", words, at));
  await add("Ghat Four", "Ghats", "4");
  expect(await works("ghats")).toHaveLength(4);
});

test("a name that another series has, and a book of another one, are refused with nothing changed", async () => {
  await add("Dune One", "Dunes", "1");
  await add("Hill One", "Hills", "1");
  const before = await state();
  const change = (given: { name: string; places: { workId: string; number: number }[] }) =>
    inTransaction(db, (tx) => changeSeries(tx, "dunes", { description: "", leaving: [], ...given }, at));
  await expect(change({ name: "hills", places: [] })).rejects.toThrow("another series is called hills (hills)");
  await expect(change({ name: "Dunes", places: [{ workId: "hill-one", number: 2 }] })).rejects.toThrow(
    "“Hill One” is in another series.",
  );
  await expect(inTransaction(db, (tx) => addSeries(tx, "DUNES", at))).rejects.toThrow("another series is called");
  expect(await state()).toEqual(before);
});

test("series are listed by name, page by page, each once", async () => {
  for (let number = 0; number < 60; number += 1) await inTransaction(db, (tx) => addSeries(tx, `Listed ${number}`, at));
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listSeries>> = await listSeries(db, "", after);
    seen.push(...page.series.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  const { rows } = await db.execute<{ id: string }>(sql`select id from series order by name_key`);
  expect(seen).toEqual(rows.map(({ id }) => id));
});
