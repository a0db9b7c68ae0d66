/** Tests of merging and splitting works and editions, and of their undo. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { recordedChange, undo } from "#tests/support/desk/undo.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { moveEdition, splitEdition } from "./change-works.server.ts";

const testServices = await openTestServices();
const { db } = testServices;

/** Editions, works and the rows that refer to them, one line each. */
async function state(): Promise<string[]> {
  await refreshAllStaleListings(db);
  const { rows } = await db.execute<{ line: string }>(sql`
    select b.id || ' ' || b.work_id || ' ' || b.is_main || ' ' || b.cover_key as line from books b
    union all select (to_jsonb(w) - 'created_at' - 'field_origins' - 'restored_at' - 'created_by')::text from works w
    union all select to_jsonb(c)::text from work_contributors c
    union all select to_jsonb(k)::text from work_categories k
    union all select to_jsonb(s)::text from series_works s
    union all select work_id || ' ' || id from reviews
    union all select (to_jsonb(l) - 'added_at')::text from listings l
    union all select (to_jsonb(j) - 'joined_at')::text from joined_works j
      where j.match_key is not null or j.work_reference is not null`);
  return rows.map(({ line }) => line).toSorted();
}

/** The lines that only one of the two lists contains. */
function between(one: string[], other: string[]): string[] {
  const [ones, others] = [new Set(one), new Set(other)];
  return [...one.filter((line) => !others.has(line)), ...other.filter((line) => !ones.has(line))];
}

const editionsOf = async (workId: string) =>
  (await db.execute<{ id: string }>(sql`select id from books where work_id = ${workId} order by id`)).rows.map(
    ({ id }) => id,
  );

const move = (book: string, other: string) =>
  recordedChange(testServices, (services) => moveEdition(services, book, other));

test("a book that was entered as a work of its own becomes an edition of another, with its reviews, and comes back whole", async () => {
  await addDeskBook(testServices, { title: "Salt", person1: "Meera Sanyal", description: "Of the sea." });
  const other = await addDeskBook(testServices, {
    title: "Salt, a novel",
    person1: "M. Sanyal",
    subtitle: "Of the coast",
    category1: "Fiction",
    series: "Coasts",
    seriesNumber: "1",
    format: "hardback",
  });
  const reader = await addReader(db, "asha-of-works");
  await db.execute(sql`
    insert into reviews (work_id, reader_id, name, rating, body, state, created_at)
    values (${other}, ${reader}, 'Asha', 4, 'Read it.', 'published', now())`);
  const before = await state();
  const { entry, done } = await move(other, "salt");
  expect(done).toMatchObject({ workId: "salt", areTranslations: false });
  expect(await editionsOf("salt")).toEqual(["salt", other]);
  const joined = await state();
  const back = await undo(testServices, entry);
  expect(back.undone).toMatchObject({ ok: true, kept: [] });
  expect(between(await state(), before)).toEqual([]);
  const redo = await undo(testServices, back.entry);
  expect(redo.undone).toMatchObject({ ok: true, kept: [] });
  expect(between(await state(), joined)).toEqual([]);
  expect((await undo(testServices, redo.entry)).undone).toMatchObject({ ok: true, kept: [] });
  expect(between(await state(), before)).toEqual([]);
});

test("one edition of several is taken out to a work of its own, or put to another work alone, and comes back", async () => {
  await addDeskBook(testServices, { title: "Pepper", person1: "Anita Rao" });
  const hardback = await addDeskBook(testServices, { title: "Pepper", person1: "Anita Rao", format: "hardback" });
  await addDeskBook(testServices, { title: "Cumin", person1: "Anita Rao" });
  expect(await editionsOf("pepper")).toHaveLength(2);
  const before = await state();
  const parted = await recordedChange(testServices, (services) => splitEdition(services, hardback));
  expect(await editionsOf("pepper")).toEqual(["pepper"]);
  expect((await undo(testServices, parted.entry)).undone).toMatchObject({ ok: true, kept: [] });
  expect(between(await state(), before)).toEqual([]);

  const moved = await move(hardback, "cumin");
  expect(await editionsOf("cumin")).toEqual(["cumin", hardback].toSorted());
  expect(await editionsOf("pepper")).toEqual(["pepper"]);
  expect((await undo(testServices, moved.entry)).undone).toMatchObject({ ok: true, kept: [] });
  expect(between(await state(), before)).toEqual([]);
});

test("books in two languages become one title of two doors, and are two titles again", async () => {
  await addDeskBook(testServices, { title: "Dust", person1: "Anita Rao" });
  const hindi = await addDeskBook(testServices, { title: "धूल", person1: "Anita Rao", language: "hi" });
  const titles = async () =>
    (
      await db.execute<{ n: number }>(sql`
        select count(distinct title_id)::int as n from translations where work_id in ('dust', (select work_id from books where id = ${hindi}))
          and title_id in (select title_id from translations group by title_id having count(*) > 1)`)
    ).rows[0]!.n;
  expect(await titles()).toBe(0);
  const { entry, done } = await move(hindi, "dust");
  expect(done.areTranslations).toBe(true);
  expect(await titles()).toBe(1);
  const back = await undo(testServices, entry);
  expect(back.undone).toMatchObject({ ok: true, kept: [] });
  expect(await titles()).toBe(0);
  expect((await undo(testServices, back.entry)).undone).toMatchObject({ ok: true, kept: [] });
  expect(await titles()).toBe(1);
  await expect(move("dust", "dust")).rejects.toThrow("editions of one work already");
});
