/** Fields of the desk that take a book by title, ISBN or address, and ask when several match. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findStoredBundle } from "#shop/catalogue/books/save-bundle.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { findStoredList } from "#shop/catalogue/content/reading-lists.server.ts";
import { listWorksOfSeries } from "#shop/catalogue/merging/list-series.server.ts";
import { findStoredTable } from "#shop/catalogue/content/weekly-tables.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { draftForm, listForm, tableForm } from "#tests/support/desk-authority/window.ts";
import { faultsIn, readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
} from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db } = desk;
// Matilda gets a second edition, so that its title is ambiguous.
await db.execute(sql`
  insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
  select 'matilda-hardback', work_id, false, 'hardback', 'en', 90000, 90000, 'matilda-hardback-0123456789'
  from books where id = 'matilda'`);
await refreshAllStaleListings(db);

async function signedIn(role: Role = "bookseller") {
  const id = await addStaff(desk, role);
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
}

const bundleOf = (books: Record<string, string>, name = "By their titles") => ({
  intent: "offers.save-bundle",
  was: "",
  bundle: "",
  name,
  description: "Two books.",
  percentOff: "10",
  place: "0",
  startsAt: "",
  endsAt: "",
  ...books,
});

/** The inputs of a page, with name, type and value. */
function inputsIn(html: string) {
  const part = (input: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
  return [...html.matchAll(/<input\b[^>]*>/g)].map(([input]) => ({
    name: part(input, "name"),
    type: part(input, "type"),
    value: part(input, "value"),
  }));
}
const valueIn = (html: string, field: string) => inputsIn(html).find(({ name }) => name === field)?.value;
/** The choices that a page offers, as `field=book id`. */
const offeredIn = (html: string) =>
  inputsIn(html).flatMap(({ type, name, value }) => (type === "radio" ? [`${name}=${value}`] : []));

test("a bundle is made of books that are named by title, ISBN and address", async () => {
  const browser = await signedIn();
  const { rows } = await db.execute<{ isbn13: string }>(sql`select isbn13 from books where id = 'dune'`);
  const named = { "book-0": "the hobbit", "book-1": "godan", "book-4": rows[0]!.isbn13 };
  const answer = await browser.post("/offers/bundle", bundleOf(named));
  expect(answer.headers.get("location")).toBe("/offers/bundle?bundle=by-their-titles");
  expect((await findStoredBundle(db, "by-their-titles"))!.bookIds).toEqual(["the-hobbit", "godan", "dune"]);
});

test("where several are meant the form comes back with all that was typed, and a choice settles it", async () => {
  const browser = await signedIn();
  const asked = bundleOf({ "book-0": "The Hobbit", "book-2": "Matilda", "book-3": "no such book" }, "Chosen");
  const answer = await browser.post("/offers/bundle", asked);
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(faultsIn(html)).toEqual({
    "book-2": "Several books match. Choose one below.",
    "book-3": "The shop has no such book: no such book.",
  });
  expect(offeredIn(html).toSorted()).toEqual(["pick-book-2=matilda", "pick-book-2=matilda-hardback"]);
  const shown = await textOf(new Response(html));
  expect(shown).toMatch(/Which one is “Matilda”\?.*Roald Dahl, hardback, ₹900\.00/);
  // The field of the book that was found has its id as the value, and the title next to it.
  expect(shown).toContain("The Hobbit");
  const hobbit = valueIn(html, "book-0")!;
  expect(hobbit).toBe("the-hobbit");
  for (const [field, kept] of Object.entries({
    name: "Chosen",
    "book-2": "Matilda",
    "book-3": "no such book",
    percentOff: "10",
  }))
    expect(valueIn(html, field), field).toBe(kept);
  expect((await auditLogTexts(desk, 1))[0]).not.toContain("Chosen");

  const chosen = { "book-0": hobbit, "book-2": "Matilda", "was-book-2": "Matilda", "pick-book-2": "matilda-hardback" };
  expect((await browser.post("/offers/bundle", bundleOf(chosen, "Chosen"))).status).toBe(303);
  expect((await findStoredBundle(db, "chosen"))!.bookIds).toEqual(["the-hobbit", "matilda-hardback"]);
  // Typing another text replaces the choice.
  const retyped = { ...chosen, "book-2": "Dune" };
  expect((await browser.post("/offers/bundle", bundleOf(retyped, "Retyped"))).status).toBe(303);
  expect((await findStoredBundle(db, "retyped"))!.bookIds).toEqual(["the-hobbit", "dune"]);
  // A choice survives errors in other fields.
  const unnamed = await (await browser.post("/offers/bundle", bundleOf(chosen, ""))).text();
  expect(valueIn(unnamed, "book-2")).toBe("matilda-hardback");
});

test("tables, reading lists and windows take titles, and ask in the same way", async () => {
  const browser = await signedIn();
  const rename = (form: Record<string, string>, books: string[]) => ({
    ...form,
    ...Object.fromEntries(books.map((book, place) => [`book-${place}`, book])),
  });
  const titles = ["The Hobbit", "गोदान", "Dune"];
  const three = ["a", "b", "c"];
  const table = { intent: "window.save-table", ...rename(tableForm(three, { title: "Titled" }), titles) };
  expect((await browser.post("/window/table", table)).status).toBe(303);
  expect((await findStoredTable(db, "titled"))!.books.map(({ bookId }) => bookId)).toEqual([
    "the-hobbit",
    "godan",
    "dune",
  ]);
  const list = { intent: "window.save-list", ...rename(listForm(three, { title: "Titled" }), titles) };
  expect((await browser.post("/window/list", list)).status).toBe(303);
  expect((await findStoredList(db, "titled"))!.books.map(({ bookId }) => bookId)).toEqual([
    "the-hobbit",
    "godan",
    "dune",
  ]);
  for (const [path, form, field] of [
    ["/window/table", { ...table, title: "Asked", "book-1": "Matilda" }, "book-1"],
    ["/window/list", { ...list, title: "Asked", "book-1": "Matilda" }, "book-1"],
    [
      "/window/draft",
      { intent: "window.save-draft", ...draftForm({ name: "Asked", "featured-3": "Matilda" }) },
      "featured-3",
    ],
  ] as const) {
    const answer = await browser.post(path, form);
    const html = await answer.text();
    expect([answer.status, faultsIn(html)], path).toEqual([422, { [field]: "Several books match. Choose one below." }]);
    expect(offeredIn(html), path).toContain(`pick-${field}=matilda-hardback`);
    const settled = { ...form, [`was-${field}`]: "Matilda", [`pick-${field}`]: "matilda" };
    expect((await browser.post(path, settled)).status, path).toBe(303);
  }
});

test("a book comes to a series by its title, and where several are meant the one that is chosen", async () => {
  const browser = await signedIn();
  await browser.post("/series", { intent: "catalogue.add-series", name: "By title" });
  const save = async (changes: Record<string, string>) => {
    const was = await readFilledFrom(await browser.get("/series/by-title"));
    const values = JSON.parse(was) as Record<string, string>;
    const form = { intent: "catalogue.save-series", series: "by-title", was, ...values, ...changes };
    return browser.post("/series/by-title", form);
  };
  expect((await save({ newBook: "the hobbit", newNumber: "1" })).status).toBe(303);
  const asked = await save({ newBook: "Matilda", newNumber: "2" });
  const html = await asked.text();
  expect([asked.status, faultsIn(html)]).toEqual([422, { newBook: "Several books match. Choose one below." }]);
  expect(valueIn(html, "newNumber")).toBe("2");
  expect(offeredIn(html)).toContain("pick-newBook=matilda");
  const chosen = { newBook: "Matilda", "was-newBook": "Matilda", "pick-newBook": "matilda", newNumber: "2" };
  expect((await save(chosen)).status).toBe(303);
  const { works } = await listWorksOfSeries(db, "by-title");
  expect(works.map(({ bookId, number }) => [bookId, number])).toEqual([
    ["the-hobbit", "1"],
    ["matilda", "2"],
  ]);
});

test("so many titles are looked up at a time, and those that were found stay found", async () => {
  const browser = await signedIn();
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select b.id, w.title from books b join works w on w.id = b.work_id
    where (select count(*) from works o where o.search_text like '%' || w.search_text || '%') = 1 and w.title like '% %'
      and (select count(*) from books o where o.work_id = w.id) = 1
    order by b.id limit 16`);
  const made = {
    intent: "window.save-list",
    ...listForm(
      rows.slice(0, 14).map(({ id }) => id),
      { title: "Long" },
    ),
  };
  const path = "/window/list?list=long";
  expect((await browser.post("/window/list", made)).headers.get("location")).toBe(path);
  const was = await readFilledFrom(await browser.get(path));
  const titles = listForm(
    rows.map(({ title }) => title),
    { title: "Long", list: "long", was },
  );
  const first = await browser.post(path, { intent: "window.save-list", ...titles });
  const html = await first.text();
  expect([first.status, Object.keys(faultsIn(html))]).toEqual([422, ["book-14", "book-15"]]);
  const again = Object.fromEntries(rows.map((_, place) => [`book-${place}`, valueIn(html, `book-${place}`)!]));
  expect((await browser.post(path, { intent: "window.save-list", ...titles, ...again })).status).toBe(303);
  expect((await findStoredList(db, "long"))!.books.map(({ bookId }) => bookId)).toEqual(rows.map(({ id }) => id));
});

test("a trial cart takes titles, and asks which one is meant before it prices", async () => {
  const browser = await signedIn();
  const open = async (query: Record<string, string>) => {
    const html = await (await browser.get(`/offers/trial?${new URLSearchParams(query).toString()}`)).text();
    return { html, text: await textOf(new Response(html)) };
  };
  expect((await open({ "book-0": "the hobbit", "copies-0": "2" })).text).toMatch(/2 × The Hobbit/);
  const asked = await open({ "book-0": "the hobbit", "book-2": "Matilda", "copies-2": "3" });
  expect(faultsIn(asked.html)).toEqual({ "book-2": "Several books match. Choose one below." });
  expect(asked.text).not.toContain("To pay");
  expect(valueIn(asked.html, "copies-2")).toBe("3");
  const settled = await open({
    "book-2": "Matilda",
    "copies-2": "3",
    "was-book-2": "Matilda",
    "pick-book-2": "matilda-hardback",
  });
  expect(settled.text).toMatch(/3 × Matilda.*To pay ₹2,700\.00/);
});

test("a field that is typed into is told what it may mean, as JSON, for who may sell", async () => {
  const browser = await signedIn();
  const answer = await browser.get(`/find/books?text=${encodeURIComponent("the hobb")}`);
  expect(await answer.json()).toEqual([
    {
      id: "the-hobbit",
      name: "the-hobbit",
      title: "The Hobbit",
      about: expect.stringMatching(/^J\. ?R\. ?R\. Tolkien, paperback, ₹/) as string,
      coverKey: expect.stringMatching(/^the-hobbit-/) as string,
      copies: expect.any(Number) as number,
    },
  ]);
  expect(await (await browser.get("/find/books?text=")).json()).toEqual([]);
  // Without the permission the answer is a refusal and reveals nothing of the books.
  const packer = await signedIn("packer");
  expect((await packer.get("/find/books?text=hobbit")).status).toBe(403);
  const refused = await packer.post("/offers/bundle", bundleOf({ "book-0": "matilda", "book-1": "godan" }));
  expect([refused.status, await refused.text()]).toEqual([403, expect.not.stringContaining("hardback")]);
});
