import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { mergeWorks } from "#shop/catalogue/merging/works/merge-works.server.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import type { OpeningPage } from "./opening-page.ts";
import { findOpeningPage, listOpeningPages } from "./opening-pages.server.ts";
import { clearOpening, findOpenedBook, writeOpening } from "./write-opening.server.ts";

const { db } = await openTestDatabase();
const at = new Date("2026-11-22T10:00:00Z");
const page = (language: string, text: string): OpeningPage => ({
  language,
  kind: "note",
  paragraphs: [text],
  source: "",
  writtenBy: "Meera",
});

const write = async (bookId: string, { language, ...opening }: OpeningPage) =>
  writeOpening(db, (await findOpenedBook(db, bookId))!, language, { ...opening, setBy: "Meera" }, at);
const clear = async (bookId: string, language: string) =>
  clearOpening(db, (await findOpenedBook(db, bookId))!, language);

test("a page is set for all editions of a work, in place of the one in its language, and says who set it", async () => {
  const { rows } = await db.execute<{ main: string; other: string }>(sql`
    select m.id as main, o.id as other from books m join books o on o.work_id = m.work_id and not o.is_main
    where m.is_main order by m.id limit 1`);
  const { main, other } = rows[0]!;
  for (const text of ["One.", "Two."])
    expect((await write(main, page("en", text)))?.action).toBe("catalogue.set-opening");
  expect(await findOpeningPage(db, other)).toEqual(page("en", "Two."));
  expect(await listOpeningPages(db, other)).toEqual([{ ...page("en", "Two."), setBy: "Meera" }]);
  expect(await write(main, page("en", "Two."))).toBeNull();
  expect(await findOpenedBook(db, "no-such-book")).toBeNull();
});

test("a book opens in its own language, else in another, and without a page it has none", async () => {
  await db.execute(sql`delete from opening_pages where work_id = 'madhushala'`);
  expect(await findOpeningPage(db, "madhushala")).toBeNull();
  await write("madhushala", page("en", "A tavern."));
  expect((await findOpeningPage(db, "madhushala"))?.paragraphs).toEqual(["A tavern."]);
  await write("madhushala", page("hi", "मधुशाला।"));
  expect((await findOpeningPage(db, "madhushala"))?.paragraphs).toEqual(["मधुशाला।"]);
  expect((await clear("madhushala", "hi"))?.action).toBe("catalogue.remove-opening");
  expect(await clear("madhushala", "hi")).toBeNull();
  expect((await findOpeningPage(db, "madhushala"))?.language).toBe("en");
  for (const language of ["hi", "en", "bn"]) await write("jaya", page(language, "One."));
  expect((await findOpeningPage(db, "jaya"))?.language).toBe("en");
});

test("works that are joined keep the page of each language, their own first", async () => {
  await db.execute(sql`delete from opening_pages where work_id in ('nirmala', 'madhushala')`);
  await write("nirmala", page("hi", "अपना।"));
  await write("madhushala", page("hi", "दूसरा।"));
  await write("madhushala", page("en", "Darkness."));
  await mergeWorks({ db, now: () => at }, "nirmala", "madhushala", { isSameEdition: false });
  for (const id of ["nirmala", "madhushala"]) expect(await findOpeningPage(db, id)).toEqual(page("hi", "अपना।"));
  expect((await clear("nirmala", "hi"))?.action).toBe("catalogue.remove-opening");
  expect(await findOpeningPage(db, "nirmala")).toEqual(page("en", "Darkness."));
});
