/** Tests of subject tables: the standard categories, and which works a changed table moves. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import {
  importCatalogue,
  previewImport,
  type CheckedItem,
  type ImportOptions,
} from "#shop/catalogue/import/run-import.server.ts";
import { listCategories } from "#shop/catalogue/books/categories.server.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { addStandardSet } from "./add-standard-set.server.ts";
import { applySubjects } from "./apply-subjects.server.ts";
import { standardCategories } from "#shop/catalogue/records/standard-set.ts";
import { listSubjects, setSubjects } from "./subjects.server.ts";

const { db } = await openTestDatabase();
const services = { db, now: () => new Date("2026-03-01T10:00:00Z") };
const options: ImportOptions = { source: "csv", discountPercent: 0, defaultMrpPaise: 10_000, take: [] };
const listener = { report: () => {}, progress: () => {} };

async function* itemsOf(records: Partial<BookRecord>[]): AsyncIterable<CheckedItem> {
  for (const [index, record] of records.entries())
    yield {
      record: { place: { line: index + 2, record: index + 1 }, reference: record.title!, ...record },
      mended: [],
    };
}

let files = 0;
const take = (records: Partial<BookRecord>[]) =>
  importCatalogue(
    services,
    itemsOf(records),
    { fileName: "books.csv", contentSha256: String((files += 1)).padStart(64, "0") },
    options,
    listener,
  );

async function emptyShop() {
  await db.execute(sql`delete from work_subjects`);
  await db.execute(sql`delete from work_categories`);
  await db.execute(sql`delete from subject_categories`);
  await db.execute(sql`delete from categories`);
}

async function categoriesOf(title: string): Promise<string[]> {
  const { rows } = await db.execute<{ categories: string[] }>(sql`
    select array(select category_id from work_categories c where c.work_id = w.id order by position) as categories
    from works w where title = ${title}`);
  return rows[0]!.categories;
}

const thema = (...codes: string[]) => codes.map((code) => ({ scheme: "thema" as const, code }));
const set = (scheme: string, code: string, category: string | null) =>
  setSubjects(services, [{ scheme, code, category }]);

test("the first import into a shop without categories finds standard ones; those without books are not shown", async () => {
  await emptyShop();
  const seen: string[] = [];
  const book = { title: "A Body in Belur", subjects: thema("FFD") };
  await previewImport(services, itemsOf([book]), options, { ...listener, difference: (line) => void seen.push(line) });
  expect(seen).toEqual(["+ a-body-in-belur: new"]);
  expect((await db.execute(sql`select from categories`)).rowCount).toBe(0);

  const { unknownSubjects } = await take([book, { title: "Odd", subjects: thema("??") }]);
  expect(await categoriesOf("A Body in Belur")).toEqual(["crime"]);
  expect([...unknownSubjects]).toEqual([["thema ??", 1]]);
  expect((await listCategories(db)).map(({ id }) => id)).toEqual(["fiction", "crime"]);
});

test("a shop that has categories keeps them; the standard set adds what is missing, by name too, and changes nothing", async () => {
  await emptyShop();
  await db.execute(
    sql`insert into categories (id, name, description, position) values ('whodunnits', 'Crime and Mystery', 'Ours', 7)`,
  );
  await take([{ title: "In no category", subjects: thema("FF") }]);
  expect(await categoriesOf("In no category")).toEqual([]);
  await set("thema", "FH", "Crime and Mystery");
  const added = await addStandardSet(db);
  expect(added.categories).toBe(standardCategories().length - 1);
  const lines = await listSubjects(db);
  const meaning = (code: string) => lines.find((line) => line.scheme === "thema" && line.code === code)?.category;
  expect(meaning("FF")).toBe("Crime and Mystery");
  expect(meaning("FH")).toBe("Crime and Mystery");
  expect(meaning("FL")).toBe("Fiction > Science fiction and fantasy");
  expect(await addStandardSet(db)).toEqual({ categories: 0, subjects: 0 });
});

test("after a change of the table books move, but not those that a person or a file put somewhere", async () => {
  await emptyShop();
  await take([
    { title: "By code", subjects: thema("FFC", "NHF") },
    { title: "By hand", subjects: thema("FFC") },
    { title: "By name", subjects: [...thema("FFC"), { scheme: "name", code: "Bestsellers" }] },
    { title: "Nowhere", subjects: thema("ZZ") },
    { title: "Untouched", subjects: thema("FL") },
  ]);
  await db.execute(sql`update work_categories set category_id = 'poetry' where work_id = 'by-hand'`);
  expect(await set("thema", "FF", "Detectives")).toMatchObject({ changed: 1, categories: ["Detectives"] });
  expect(await set("thema", "zz", "Fiction > Puzzles")).toMatchObject({ added: 1, categories: ["Puzzles"] });

  const expected = { changed: 2, byHand: 1, elsewhere: 1 };
  expect(await applySubjects(db, { isPreview: true })).toMatchObject(expected);
  expect(await categoriesOf("By code")).toEqual(["crime", "history"]);
  expect(await applySubjects(db, { isPreview: false })).toMatchObject(expected);
  expect(await categoriesOf("By code")).toEqual(["history", "detectives"]);
  expect(await categoriesOf("By hand")).toEqual(["poetry"]);
  expect(await categoriesOf("By name")).toEqual(["bestsellers"]);
  expect(await categoriesOf("Nowhere")).toEqual(["puzzles"]);
  expect(await categoriesOf("Untouched")).toEqual(["science-fiction-fantasy"]);
  expect(await applySubjects(db, { isPreview: false })).toMatchObject({ changed: 0 });
  // The table moved them, not a person: its next change moves them again, and so does a file.
  expect(await set("thema", "FF", null)).toMatchObject({ removed: 1 });
  await applySubjects(db, { isPreview: false });
  expect(await categoriesOf("By code")).toEqual(["history", "fiction"]);
  await take([{ title: "By code", subjects: thema("FL") }]);
  expect(await categoriesOf("By code")).toEqual(["science-fiction-fantasy"]);
});

test("a category that is taken away takes its lines along, and no trace stays of it", async () => {
  await set("keyword", "Monsoon Reading", "Rainy days");
  await set("keyword", "monsoon reading", "Fiction");
  await db.execute(sql`delete from categories where id = 'rainy-days'`);
  await set("keyword", "tea", "Tea");
  await db.execute(sql`delete from categories where id = 'tea'`);
  const lines = (await listSubjects(db)).filter(({ scheme }) => scheme === "keyword");
  expect(lines.find(({ code }) => code === "monsoon reading")?.category).toBe("Fiction");
  expect(lines.map(({ code }) => code)).not.toContain("tea");
});
