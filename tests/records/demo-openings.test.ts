import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { loadDemoCatalogue, removeDemonstration } from "#server/demo-catalogue.ts";
import { readDemo } from "#server/demo-data.ts";
import { loadDemoOpenings } from "#server/demo-openings.ts";
import { readOpening } from "#shop/catalogue/content/opening-page.ts";
import { findOpeningPage, saveOpening } from "#shop/catalogue/content/opening-pages.server.ts";
import { clearOpening, findOpenedBook } from "#shop/catalogue/content/write-opening.server.ts";
import { count } from "#tests/support/sales/sale.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const { db } = await openTestDatabase();
const at = new Date("2026-11-22T10:00:00Z");
const openings = readDemo("openings");
const { rows: works } = await db.execute<{ id: string; language: string; categories: string[] }>(sql`
  select w.id, b.language, array(select c.category_id from work_categories c where c.work_id = w.id) as categories
  from works w join books b on b.work_id = w.id and b.is_main`);

test("more than forty books of the demonstration have an opening page, in every category and many in Hindi", async () => {
  expect(openings.length).toBeGreaterThanOrEqual(40);
  expect(new Set(openings.map(({ work }) => work)).size).toBe(openings.length);
  expect(openings.filter(({ language }) => language === "hi").length).toBeGreaterThanOrEqual(6);
  const written = new Set(openings.map(({ work }) => work));
  const categoriesWith = (has: (work: string) => boolean) =>
    new Set(works.filter(({ id }) => has(id)).flatMap(({ categories }) => categories));
  expect(categoriesWith((work) => written.has(work))).toEqual(categoriesWith(() => true));
  expect(await count(db, sql`select count(*) from opening_pages where set_by = 'demonstration'`)).toBe(openings.length);
});

test.each(openings)("what $work opens with is a page that a bookseller could set", ({ work, ...page }) => {
  expect(works.find(({ id }) => id === work)?.language).toBe(page.language);
  const text = page.paragraphs.join(page.kind === "contents" ? "\n" : "\n\n");
  expect(readOpening({ ...page, text })).toEqual({ ok: true, page });
  // A note is read on one page; what is quoted is short.
  if (page.kind === "note") expect(text.length).toBeLessThan(900);
});

test("a shop that got the demonstration before gets the pages once; what a person set or took away stays", async () => {
  const mine = { kind: "note" as const, paragraphs: ["मेरी बात।"], source: "", writtenBy: "" };
  await db.execute(sql`delete from opening_pages`);
  await saveOpening(db, { workId: "godan", language: "hi" }, { ...mine, setBy: "Meera" }, at);
  await db.execute(sql`delete from catalogue_loads where source = 'demo openings'`);
  await loadDemoOpenings(db);
  expect(await findOpeningPage(db, "godan")).toEqual({ language: "hi", ...mine });
  expect(await findOpeningPage(db, "mindful-reading")).toMatchObject({ source: "The first two chapters" });
  expect(await count(db, sql`select count(*) from opening_pages`)).toBe(openings.length);

  await clearOpening(db, (await findOpenedBook(db, "kim"))!, "en");
  expect(await loadDemoCatalogue(db)).toBe(false);
  expect(await findOpeningPage(db, "kim")).toBeNull();
});

test("with the demonstration its pages go, also those of books that were sold; what a person set stays", async () => {
  await db.execute(sql`delete from opening_pages`);
  await db.execute(sql`delete from catalogue_loads where source = 'demo openings'`);
  await loadDemoOpenings(db);
  const note = { kind: "note" as const, paragraphs: ["Ours."], source: "", writtenBy: "", setBy: "Meera" };
  await db.execute(sql`update works set source = null where id in ('kim', 'macbeth')`);
  await saveOpening(db, { workId: "kim", language: "en" }, note, at);
  await removeDemonstration(db, new Date());
  const { rows } = await db.execute(sql`select work_id from opening_pages`);
  expect(rows).toEqual([{ workId: "kim" }]);
});
