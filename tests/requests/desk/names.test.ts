/** Tests of the desk's pages of authors, series, categories and works: edit, merge, split, undo. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { findAuthorRecord } from "#shop/catalogue/merging/authors/author-record.server.ts";
import { findSeriesRecord } from "#shop/catalogue/merging/series-record.server.ts";
import { findCategoryRecord } from "#shop/catalogue/merging/category-record.server.ts";
import { countQueries } from "#tests/support/database/count-statements.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
} from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db } = desk;
const id = await addStaff(desk, "bookseller", "Meera");
await addPasskeyRow(desk, id);
const browser = openDeskBrowser(desk, await addStaffSession(desk, id));

const shop = (path: string) =>
  desk.pages.fetch(new Request(desk.services.settings.publicUrl + path, { redirect: "manual" }));

async function undoNewest() {
  const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
  const entry = rows[0]!.number;
  return browser.post(`/record/${entry}`, { intent: "record.undo", entry });
}

/** The fields of an author's form with their current values. */
async function authorForm(author: string, changes: Record<string, string>) {
  const was = await readFilledFrom(await browser.get(`/authors/${author}`));
  const { isFeatured, ...words } = JSON.parse(was) as Record<string, string>;
  const intent = "catalogue.save-author";
  return { intent, author, was, ...words, ...(isFeatured && { isFeatured }), ...changes };
}

test("an author is written at the desk, readers see it, and of two who write at once both versions are shown", async () => {
  await addDeskBook(desk, { title: "Roads", person1: "Leela Menon" });
  const slow = await authorForm("leela-menon", { name: "Lila Menon", bio: "Born 1950." });
  const quick = await authorForm("leela-menon", { bio: "Born in Thrissur.", otherNames: "लीला मेनन" });
  expect((await browser.post("/authors/leela-menon", quick)).status).toBe(303);
  expect(await textOf(await shop("/authors/leela-menon"))).toContain("Born in Thrissur.");
  const refused = await browser.post("/authors/leela-menon", slow);
  expect(refused.status).toBe(409);
  const page = await textOf(refused);
  expect(page).toContain("Somebody changed this meanwhile, so nothing was saved.");
  expect(page).toContain("Name Lila Menon Leela Menon");
  expect(page).toContain("Biography Born 1950. Born in Thrissur.");
  expect(await findAuthorRecord(db, "leela-menon")).toMatchObject({ name: "Leela Menon", names: { Deva: "लीला मेनन" } });
  expect((await auditLogTexts(desk, 2))[1]).toBe("Changed the author Leela Menon.");

  const wrong = await browser.post(
    "/authors/leela-menon",
    await authorForm("leela-menon", { name: "", otherNames: "Lila Menon" }),
  );
  expect(wrong.status).toBe(422);
  const faults = await textOf(wrong);
  expect(faults).toContain("Write the name.");
  const same = await authorForm("leela-menon", { otherNames: "Lila Menon" });
  expect(await textOf(await browser.post("/authors/leela-menon", same))).toContain(
    "“Lila Menon” is in the same script as the name above.",
  );
});

test("a long text in Devanagari is saved, though a form takes nine bytes for each of its letters", async () => {
  await addDeskBook(desk, { title: "Long Life", person1: "Lambi Zindagi" });
  const bio = "जीवन ".repeat(1_990).trim();
  const form = await authorForm("lambi-zindagi", { bio });
  expect(new URLSearchParams(form).toString().length).toBeGreaterThan(64 * 1024);
  expect((await browser.post("/authors/lambi-zindagi", form)).status).toBe(303);
  const again = await authorForm("lambi-zindagi", { bio: `${bio} फिर` });
  expect((await browser.post("/authors/lambi-zindagi", again)).status).toBe(303);
  expect(await textOf(await browser.get("/authors/lambi-zindagi"))).toContain("जीवन फिर");
  const endless = await browser.post("/authors/lambi-zindagi", { ...again, bio: "a".repeat(600_000) });
  expect([endless.status, await endless.text()]).toEqual([413, expect.stringContaining("Nothing was changed")]);
});

test("the portrait of an author is shown at the desk's own address", async () => {
  const src = /\/portraits\/[\w-]+\.webp/.exec(await (await browser.get("/authors/premchand")).text())![0];
  const answer = await desk.pages.fetch(new Request(deskUrl + src));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
});

test("two authors are found, joined, lead on for readers, and come apart again", async () => {
  await addDeskBook(desk, { title: "Tide One", person1: "Roshan Iyer" });
  await addDeskBook(desk, { title: "Tide Two", person1: "R. Iyer" });
  await refreshAllStaleListings(db);
  const found = await textOf(await browser.get("/authors/roshan-iyer?join=R.%20Iyer"));
  expect(found).toContain("R. Iyer r-iyer, 1 book");
  const form = { intent: "catalogue.join-authors", author: "roshan-iyer", other: "r-iyer" };
  // Sends the same form twice.
  for (let times = 0; times < 2; times += 1) {
    const joined = await browser.post("/authors/roshan-iyer", form);
    expect([joined.status, joined.headers.get("location")]).toEqual([303, "/authors/roshan-iyer"]);
  }
  expect(await auditLogTexts(desk, 2)).toEqual([
    "Joined the author R. Iyer with Roshan Iyer: 1 book.",
    expect.not.stringContaining("Joined"),
  ]);
  expect(await textOf(await browser.get("/authors/roshan-iyer"))).toContain("Tide Two");
  const moved = await shop("/authors/r-iyer");
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/authors/roshan-iyer"]);
  expect((await undoNewest()).status).toBe(303);
  expect((await shop("/authors/r-iyer")).status).toBe(200);
  const itself = await browser.post("/authors/roshan-iyer", { ...form, other: "roshan-iyer" });
  expect([itself.status, await textOf(itself)]).toEqual([409, expect.stringContaining("cannot be joined with")]);
});

test("books are given to a new author, and none chosen is said at the field", async () => {
  await addDeskBook(desk, { title: "Namesake One", person1: "Kavi Rao" });
  await addDeskBook(desk, { title: "Namesake Two", person1: "Kavi Rao" });
  const form = { intent: "catalogue.part-author", author: "kavi-rao", partName: "Kavi Rao" };
  const none = await browser.post("/authors/kavi-rao", form);
  expect([none.status, await textOf(none)]).toEqual([422, expect.stringContaining("Tick at least one book.")]);
  const parted = await browser.post("/authors/kavi-rao", { ...form, work: "namesake-two" });
  expect(parted.headers.get("location")).toBe("/authors/kavi-rao-2");
  expect(await textOf(await browser.get("/authors/kavi-rao-2"))).toContain("Namesake Two");
});

test("a series is made, filled, numbered, joined and removed; a wrong number or book is said, with nothing saved", async () => {
  await addDeskBook(desk, { title: "Ferry One" });
  await addDeskBook(desk, { title: "Ferry Two", series: "Ferrys", seriesNumber: "2" });
  const made = await browser.post("/series", { intent: "catalogue.add-series", name: "Ferries" });
  expect(made.headers.get("location")).toBe("/series/ferries");
  expect((await shop("/series/ferries")).status).toBe(404);
  const save = async (changes: Record<string, string>) => {
    const was = await readFilledFrom(await browser.get("/series/ferries"));
    const values = JSON.parse(was) as Record<string, string>;
    return browser.post("/series/ferries", {
      intent: "catalogue.save-series",
      series: "ferries",
      was,
      ...values,
      ...changes,
    });
  };
  expect((await save({ newBook: "ferry-one", newNumber: "1" })).status).toBe(303);
  expect(await textOf(await shop("/series/ferries"))).toContain("Ferry One");
  const wrong = await save({ "number-ferry-one": "first" });
  expect([wrong.status, await textOf(wrong)]).toEqual([
    422,
    expect.stringContaining("Write a number such as 2 or 1.5."),
  ]);
  const unknown = await save({ newBook: "no-such-book", name: "Boats" });
  expect([unknown.status, await textOf(unknown)]).toEqual([409, expect.stringContaining("The shop has no such book")]);
  expect(await findSeriesRecord(db, "ferries")).toMatchObject({ name: "Ferries" });
  await browser.post("/series/ferries", { intent: "catalogue.join-series", series: "ferries", other: "ferrys" });
  const moved = await shop("/series/ferrys");
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/series/ferries"]);
  const stays = await browser.post("/series/ferries", { intent: "catalogue.remove-series", series: "ferries" });
  expect([stays.status, await textOf(stays)]).toEqual([
    409,
    expect.stringContaining("Ferries cannot be deleted: it has books."),
  ]);
  expect((await save({ "leave-ferry-one": "yes", "leave-ferry-two": "yes" })).status).toBe(303);
  await browser.post("/series/ferries", { intent: "catalogue.remove-series", series: "ferries" });
  expect((await browser.get("/series/ferries")).status).toBe(404);
  expect((await undoNewest()).status).toBe(303);
  expect((await browser.get("/series/ferries")).status).toBe(200);
});

test("a category is made, changed, joined and removed, and the old address leads on for readers", async () => {
  const made = await browser.post("/categories", {
    intent: "catalogue.add-category",
    name: "Tea",
    address: "books-on-tea",
    parent: "non-fiction",
  });
  expect(made.headers.get("location")).toBe("/categories/books-on-tea");
  await addDeskBook(desk, { title: "A Cup", category1: "Non-fiction > Tea" });
  const was = await readFilledFrom(await browser.get("/categories/books-on-tea"));
  const values = JSON.parse(was) as Record<string, string>;
  const form = { intent: "catalogue.save-category", category: "books-on-tea", was, ...values };
  const wrong = await browser.post("/categories/books-on-tea", { ...form, subjects: "nothing", position: "first" });
  const faults = await textOf(wrong);
  expect([wrong.status, faults]).toEqual([422, expect.stringContaining("Write a whole number from 0 to 99,999.")]);
  const changed = { ...form, name: "Tea and coffee", subjects: "thema wbxn1\nkeyword Chai" };
  expect((await browser.post("/categories/books-on-tea", changed)).status).toBe(303);
  expect(await findCategoryRecord(db, "books-on-tea")).toMatchObject({
    name: "Tea and coffee",
    subjects: ["keyword chai", "name non-fiction > tea", "thema WBXN1"],
  });
  expect((await browser.post("/categories/books-on-tea", changed)).status).toBe(409);
  const join = { intent: "catalogue.join-categories", category: "food", other: "books-on-tea" };
  expect((await browser.post("/categories/food", join)).status).toBe(303);
  const moved = await shop("/categories/books-on-tea");
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/categories/food"]);
  expect((await undoNewest()).status).toBe(303);
  expect((await shop("/categories/books-on-tea")).status).toBe(200);
});

test("a book is put to the work of another, found by its title, and taken out again; each is undone", async () => {
  await addDeskBook(desk, { title: "Harbour", person1: "Nila Das" });
  const other = await addDeskBook(desk, { title: "Harbour, a story", person1: "N. Das", format: "hardback" });
  const path = `/books/${other}/work`;
  expect(await textOf(await browser.get(`${path}?join=harbour`))).toContain("Harbour Nila Das, English");
  const join = { intent: "catalogue.join-works", book: other, other: "harbour" };
  for (let times = 0; times < 2; times += 1) expect((await browser.post(path, join)).status).toBe(303);
  const workOf = async () => (await findDeskBook(db, other))!.workId;
  expect(await workOf()).toBe("harbour");
  expect((await browser.post(path, { intent: "catalogue.part-work", book: other })).status).toBe(303);
  expect(await workOf()).not.toBe("harbour");
  expect((await undoNewest()).status).toBe(303);
  expect(await workOf()).toBe("harbour");
  const alone = await browser.post("/books/kari/work", { intent: "catalogue.part-work", book: "kari" });
  expect([alone.status, await textOf(alone)]).toEqual([409, expect.stringContaining("the only edition of its work")]);
});

test("an edition that was entered twice is hidden, and its address leads to the one that stays", async () => {
  const kept = await addDeskBook(desk, { title: "Twice" });
  const other = await addDeskBook(desk, { title: "Twice over" });
  const path = `/books/${kept}/work`;
  await browser.post(`/books/${other}/work`, { intent: "catalogue.join-works", book: other, other: kept });
  const joined = await browser.post(path, { intent: "catalogue.join-editions", book: kept, other });
  expect(joined.status).toBe(303);
  expect(await textOf(await browser.get(path))).toContain(`${other} Hidden`);
  const moved = await shop(`/books/${other}`);
  expect([moved.status, moved.headers.get("location")]).toEqual([301, `/books/${kept}`]);
  const none = await browser.post(path, { intent: "catalogue.join-editions", book: kept, other: kept });
  expect([none.status, await textOf(none)]).toEqual([409, expect.stringContaining("cannot be joined with itself")]);
});

test("of a title in two languages one is called the original; a work of several editions is parted from its translations", async () => {
  const page = async (book: string) => textOf(await browser.get(`/books/${book}/work`));
  expect(await page("ret-samadhi")).not.toContain("English, the original");
  const original = { intent: "catalogue.set-original", book: "tomb-of-sand" };
  expect((await browser.post("/books/tomb-of-sand/work", original)).status).toBe(303);
  expect(await page("ret-samadhi")).toContain("the same title in English, the original");
  expect(await page("tamas")).toContain("the same title in English");
  const part = { intent: "catalogue.part-work", book: "tamas", whole: "title" };
  expect((await browser.post("/books/tamas/work", part)).status).toBe(303);
  expect(await page("tamas")).not.toContain("the same title in English");
  expect((await undoNewest()).status).toBe(303);
  expect(await page("tamas")).toContain("the same title in English");
});

test("no page asks the database more than six times, and what is not there is said", async () => {
  for (const path of [
    "/authors",
    "/authors?text=tagore",
    "/authors/premchand?join=tagore",
    "/series",
    "/series/feluda?join=trilogy",
    "/categories",
    "/categories/fiction?join=crime",
    "/books/kari/work?join=godan",
  ]) {
    const count = await countQueries(async () => {
      expect((await browser.get(path)).status).toBe(200);
    });
    expect(count, path).toBeLessThanOrEqual(6);
  }
  for (const path of ["/authors/nobody", "/series/none", "/categories/none", "/series/%20"])
    expect((await browser.get(path)).status, path).toBe(404);
  expect(await textOf(await browser.get("/authors?text=nobody%20at%20all"))).toContain("Nobody was found for");
});
