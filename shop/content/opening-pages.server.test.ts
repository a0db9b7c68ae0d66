import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { joinWorks } from "#shop/joining/join-works.server.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import type { OpeningPage } from "./opening-page.ts";
import { findOpeningPage, listOpeningPages, removeOpeningPages, setOpeningPage } from "./opening-pages.server.ts";

const { db } = await openTestDatabase();
const shop = { db, now: () => new Date("2026-11-22T10:00:00Z") };
const page = (language: string, text: string): OpeningPage => ({
  language,
  kind: "note",
  paragraphs: [text],
  source: "",
  writtenBy: "Meera",
});

test("a page is set for all editions of a work, in place of the one in its language, and says who set it", async () => {
  const { rows } = await db.execute<{ main: string; other: string }>(sql`
    select m.id as main, o.id as other from books m join books o on o.work_id = m.work_id and not o.is_main
    where m.is_main order by m.id limit 1`);
  const { main, other } = rows[0]!;
  for (const text of ["One.", "Two."]) expect(await setOpeningPage(shop, main, page("en", text), "Meera")).toBe(true);
  expect(await findOpeningPage(db, other)).toEqual(page("en", "Two."));
  expect(await listOpeningPages(db, other)).toEqual([{ ...page("en", "Two."), setBy: "Meera" }]);
  expect(await setOpeningPage(shop, "no-such-book", page("en", "One."), "Meera")).toBe(false);
});

test("a book opens in its own language, else in another, and without a page it has none", async () => {
  await removeOpeningPages(db, "madhushala", null);
  expect(await findOpeningPage(db, "madhushala")).toBeNull();
  await setOpeningPage(shop, "madhushala", page("en", "A tavern."), "Meera");
  expect((await findOpeningPage(db, "madhushala"))?.paragraphs).toEqual(["A tavern."]);
  await setOpeningPage(shop, "madhushala", page("hi", "मधुशाला।"), "Meera");
  expect((await findOpeningPage(db, "madhushala"))?.paragraphs).toEqual(["मधुशाला।"]);
  expect(await removeOpeningPages(db, "madhushala", "hi")).toBe(1);
  expect(await removeOpeningPages(db, "madhushala", "hi")).toBe(0);
  expect((await findOpeningPage(db, "madhushala"))?.language).toBe("en");
  for (const language of ["hi", "en", "bn"]) await setOpeningPage(shop, "jaya", page(language, "One."), "Meera");
  expect((await findOpeningPage(db, "jaya"))?.language).toBe("en");
});

test("works that are joined keep the page of each language, their own first", async () => {
  for (const id of ["nirmala", "madhushala"]) await removeOpeningPages(db, id, null);
  await setOpeningPage(shop, "nirmala", page("hi", "अपना।"), "Meera");
  await setOpeningPage(shop, "madhushala", page("hi", "दूसरा।"), "Meera");
  await setOpeningPage(shop, "madhushala", page("en", "Darkness."), "Meera");
  await joinWorks(shop, "nirmala", "madhushala", { isSameEdition: false });
  for (const id of ["nirmala", "madhushala"]) expect(await findOpeningPage(db, id)).toEqual(page("hi", "अपना।"));
  expect(await removeOpeningPages(db, "nirmala", "hi")).toBe(1);
  expect(await findOpeningPage(db, "nirmala")).toEqual(page("en", "Darkness."));
});
