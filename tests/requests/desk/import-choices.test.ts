/** Choices of an import: what is in the file, its columns and categories, which are kept until they are done. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import { addJob, findJob } from "#shop/catalogue/uploads/import-job.server.ts";
import { makeWorkbook } from "#tests/support/make-workbook.ts";
import { jpegOf } from "#tests/support/pictures.ts";
import { makeZip } from "#tests/support/make-zip.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
} from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const staffId = await addStaff(desk, "bookseller");
await addPasskeyRow(desk, staffId);
const token = await addStaffSession(desk, staffId);
const browser = openDeskBrowser(desk, token);

/** Uploads a file as the form of the page does; returns the address of its page. */
async function bring(content: string | Uint8Array, name = "file.csv"): Promise<string> {
  return (await send([[name, content]])).headers.get("location")!;
}

function send(files: [name: string, content: string | Uint8Array][]): Promise<Response> {
  const form = new FormData();
  form.set("intent", "import.upload");
  for (const [name, content] of files) form.append("file", new Blob([content as Uint8Array<ArrayBuffer>]), name);
  const init = { method: "POST", body: form, headers: { origin: deskUrl, cookie: `desk=${token}` } };
  return desk.pages.fetch(new Request(`${deskUrl}/import`, init));
}

const workOf = (page: string) => page.split("/").at(-1)!;
const jobOf = async (page: string) => (await findJob(db, workOf(page)))!;
const textOf = async (page: string) => (await (await browser.get(page)).text()).replaceAll("<!-- -->", "");

/** The values of the form of the first step, as a browser would send them. */
function fieldsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, attributes = ""] of html.matchAll(/<input([^>]*)>/g)) {
    const name = /name="([^"]*)"/.exec(attributes)?.[1];
    if (name && name !== "intent" && !/type="checkbox"/.test(attributes))
      fields[name] = /value="([^"]*)"/.exec(attributes)?.[1] ?? "";
  }
  for (const [, name = "", options = ""] of html.matchAll(/<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    fields[name] = /<option value="([^"]*)" selected=""/.exec(options)?.[1] ?? "";
  return fields;
}

test("what is in a file is guessed, and can be changed afterwards", async () => {
  const till = await bring("Barcode,MRP,Cl. Stock\n9780306406157,900,4\n");
  expect(await jobOf(till)).toMatchObject({ kind: "stock" });
  const books = await bring("ISBN,Title,MRP\n9780306406157,Kari,900\n");
  expect(await jobOf(books)).toMatchObject({ kind: "books" });
  const names = ["9780306406157.jpg", "9788122201871.jpg"];
  const pictures = await bring(makeZip(names.map((name) => ({ name: `front/${name}`, content: "x" }))), "covers.zip");
  expect(await jobOf(pictures)).toMatchObject({ kind: "covers" });
  expect(await textOf(pictures)).toContain("9780306406157.jpg");

  const changed = fieldsOf(await textOf(books));
  await browser.post(books, { ...changed, intent: "import.set-options", kind: "lookup" });
  expect(await jobOf(books)).toMatchObject({ kind: "lookup" });
  expect(await textOf(books)).toContain("stored for look-ups");
  for (const page of [till, books, pictures]) await browser.post(page, { intent: "import.drop", work: workOf(page) });
});

test("a choice that was not checked is checked before the import starts, and an unchanged form starts it at once", async () => {
  const page = await bring("Ank,Kitaab,Rate\nHINDI-1,Kitaab Ghar,250\n");
  const unread = fieldsOf(await textOf(page));
  expect(unread).toMatchObject({ "name.1": "Kitaab", "field.1": "" });
  // Only one of three columns is chosen: it stays chosen while the file cannot be read.
  await browser.post(page, { ...unread, intent: "import.set-options", "field.1": "title" });
  const partly = fieldsOf(await textOf(page));
  expect(partly).toMatchObject({ "field.0": "", "field.1": "title" });

  const whole = { ...partly, "field.0": "reference", "field.2": "mrp", copies: "3" };
  await browser.post(page, { ...whole, intent: "import.start" });
  expect(await jobOf(page)).toMatchObject({ state: "waiting", options: { defaultCopies: 3 } });
  const shown = await textOf(page);
  expect(shown).toContain("Nothing is imported yet");
  await browser.post(page, { ...fieldsOf(shown), intent: "import.start" });
  await services.uploads.work.ended();
  expect(await jobOf(page)).toMatchObject({ state: "done" });
  const { rows } = await db.execute<{ copies: number }>(sql`
    select s.on_hand as copies from stock s join books b on b.id = s.book_id join works w on w.id = b.work_id
    where w.title = 'Kitaab Ghar'`);
  expect(rows).toEqual([{ copies: 3 }]);

  // The next file with these columns is read like this one; one with other columns is not.
  const next = await bring("Ank,Kitaab,Rate\nHINDI-2,Kitaab Kaksha,300\n", "october.csv");
  expect(await textOf(next)).toContain("Matched as in file.csv, your last file with these columns.");
  const fields = fieldsOf(await textOf(next));
  expect(fields).toMatchObject({ "field.0": "reference", "field.1": "title", "field.2": "mrp", copies: "3" });
  await browser.post(next, { ...fields, intent: "import.start" });
  await services.uploads.work.ended();
  expect(await jobOf(next)).toMatchObject({ state: "done" });
  expect((await jobOf(await bring("Ank,Kitaab\nHINDI-3,Other\n"))).options).toEqual({});
});

test("categories of a file become those of the shop that were chosen, new ones or none", async () => {
  const { rows: known } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from categories where parent_id is null order by position limit 1`);
  const mine = known[0]!;
  const text = `isbn,title,mrp,categories\n9788122201871,Chosen,300,MARATHI SAHITYA\n9788122201796,Added,300,NAVE PUSTAK\n9780140372366,Left,300,TEXT BOOKS\n`;
  const page = await bring(text);
  const asked = fieldsOf(await textOf(page));
  expect([asked["category.0"], asked["category.1"], asked["category.2"]].toSorted()).toEqual([
    "MARATHI SAHITYA",
    "NAVE PUSTAK",
    "TEXT BOOKS",
  ]);
  const becomes = { "MARATHI SAHITYA": mine.id, "NAVE PUSTAK": "+", "TEXT BOOKS": "" } as Record<string, string>;
  const answers = Object.fromEntries([0, 1, 2].map((at) => [`becomes.${at}`, becomes[asked[`category.${at}`]!]!]));
  await browser.post(page, { ...asked, ...answers, intent: "import.set-options" });
  const checked = fieldsOf(await textOf(page));
  const kept = [0, 1, 2].map((at) => [checked[`category.${at}`], checked[`becomes.${at}`]]);
  expect(Object.fromEntries(kept)).toEqual(becomes);
  await browser.post(page, { ...checked, intent: "import.start" });
  await services.uploads.work.ended();
  const { rows } = await db.execute<{ title: string; name: string | null }>(sql`
    select w.title, c.name from works w left join work_categories wc on wc.work_id = w.id left join categories c on c.id = wc.category_id
    where w.title in ('Chosen', 'Added', 'Left') order by w.title`);
  expect(rows).toEqual([
    { title: "Added", name: "NAVE PUSTAK" },
    { title: "Chosen", name: mine.name },
    { title: "Left", name: null },
  ]);
});

test("the nearest category is proposed, and choosing starts the import without another check", async () => {
  await db.execute(sql`
    insert into categories (id, name, description, position) values ('chosen-cookery', 'Zither cookery', '', 900)`);
  const books = ["9780306406157,Proposed,300,ZITHER", "9788122200850,Unlike,300,TEXT BOOK"];
  const page = await bring(`isbn,title,mrp,grp\n${books.join("\n")}\n`, "groups.csv");
  const asked = fieldsOf(await textOf(page));
  expect(asked).toMatchObject({ "field.3": "categories", "category.0": "TEXT BOOK", "becomes.0": "" });
  expect(asked).toMatchObject({ "category.1": "ZITHER", "becomes.1": "chosen-cookery" });
  await browser.post(page, { ...asked, "becomes.1": "", intent: "import.set-options" });
  const left = await textOf(page);
  expect(fieldsOf(left)).toMatchObject({ "category.1": "ZITHER", "becomes.1": "" });
  expect(left.match(/>1 book</g)).toHaveLength(2);
  await browser.post(page, { ...asked, intent: "import.start" });
  await services.uploads.work.ended();
  expect(await jobOf(page)).toMatchObject({ state: "done" });
  const { rows } = await db.execute(sql`
    select w.title from works w join work_categories wc on wc.work_id = w.id where wc.category_id = 'chosen-cookery'`);
  expect(rows).toEqual([{ title: "Proposed" }]);
});

test("a till's file that comes again as books asks what its copies mean, and does what was chosen", async () => {
  const file =
    "Item Code,Item Name,Author,Grp,MRP,Cl. Stock,Rack\nTILL-1,THE ZITHER,Q T ZITHERWALA,NCERT BOOKS,Rs. 350/-,5 Nos,A-1\n";
  const page = await bring(file, "till.csv");
  const asked = fieldsOf(await textOf(page));
  expect(asked).toMatchObject({ "field.0": "reference", "field.3": "categories", "field.6": "" });
  expect(asked).not.toHaveProperty("knownCopies");
  const choices = { lowered: "1", "becomes.0": "+" };
  await browser.post(page, { ...asked, ...choices, intent: "import.set-options" });
  const shown = await textOf(page);
  expect(shown).toContain("Add it as a new category: NCERT Books");
  expect(shown).toMatch(/>The Zither<.*>Q T Zitherwala</s);
  await browser.post(page, { ...fieldsOf(shown), ...choices, intent: "import.start" });
  await services.uploads.work.ended();
  const named = () =>
    db.execute(sql`
      select w.title, a.name as author, c.name as category, s.on_hand from books b join works w on w.id = b.work_id
        join work_contributors k on k.work_id = w.id join authors a on a.id = k.author_id
        join work_categories m on m.work_id = w.id join categories c on c.id = m.category_id
        join stock s on s.book_id = b.id
      where b.record_reference = 'TILL-1'`);
  const book = { title: "The Zither", author: "Q T Zitherwala", category: "NCERT Books" };
  expect((await named()).rows).toEqual([{ ...book, onHand: 5 }]);

  const again = await bring(file, "till.csv");
  const known = await textOf(again);
  expect(known).toContain("1 such book among these records: the file counts 5 copies, the shop has 5.");
  expect(fieldsOf(known)).toMatchObject({ knownCopies: "" });
  await browser.post(again, { ...fieldsOf(known), knownCopies: "add", intent: "import.set-options" });
  const added = await textOf(again);
  expect(added).toMatch(/>copies<.*>5<.*>10</s);
  await browser.post(again, { ...fieldsOf(added), intent: "import.start" });
  await services.uploads.work.ended();
  expect((await named()).rows).toEqual([{ ...book, onHand: 10 }]);
  expect(await textOf(again)).toMatch(/>5<\/span> copies added/);
  // What is risky is asked for each file.
  const third = await bring(file, "till.csv");
  expect(fieldsOf(await textOf(third))).toMatchObject({ knownCopies: "" });
  await browser.post(third, { ...fieldsOf(await textOf(third)), intent: "import.start" });
  await services.uploads.work.ended();
  expect(await textOf(third)).toContain("The file has copies of 1 book that the shop had already.");
});

test("several pictures come together and are undone together; a table among them is refused", async () => {
  const { rows: books } = await db.execute<{ id: string; isbn13: string }>(sql`
    select id, isbn13 from books where isbn13 like '978%' and cover_image_id is null order by id limit 2`);
  const picture = await jpegOf(240, 360);
  const pictures = books.map(({ isbn13 }): [string, Uint8Array] => [`${isbn13}_front.jpg`, picture]);
  const page = (await send(pictures)).headers.get("location")!;
  expect(await jobOf(page)).toMatchObject({ kind: "covers", fileName: "2 pictures", bytes: 2 * picture.length });
  await browser.post(page, { intent: "import.start", work: workOf(page) });
  await services.uploads.work.ended();
  const { importId } = await jobOf(page);
  const covered = async () => {
    const { rows } = await db.execute(sql`
      select from books where id = any(${books.map(({ id }) => id)}::text[]) and cover_image_id is not null`);
    return rows.length;
  };
  expect(await covered()).toBe(2);
  expect(await textOf("/import")).toContain("2 new");
  expect(await textOf(`/import/undo/${importId}`)).toContain(">2<");
  await browser.post(`/import/undo/${importId}`, { intent: "import.undo", import: String(importId) });
  await services.uploads.work.ended();
  expect(await covered()).toBe(0);

  const mixed = await send([...pictures, ["books.csv", "isbn,title\n"]]);
  expect([mixed.status, await mixed.text()]).toEqual([413, expect.stringContaining("send books.csv alone")]);
  const same = await send([...pictures, pictures[0]!]);
  expect([same.status, await same.text()]).toEqual([413, expect.stringContaining("Two of these files are called")]);
});

test("another sheet of a workbook is read with its own columns", async () => {
  const page = await bring(
    makeWorkbook([
      {
        name: "Novels",
        rows: [
          ["isbn", "title", "mrp"],
          ["9780618056804", "Custody", 300],
        ],
      },
      {
        name: "Poems",
        rows: [
          ["ISBN No", "Book", "Rate"],
          ["9788122200850", "Cry the Peacock", 250],
        ],
      },
    ]),
    "stock.xlsx",
  );
  const first = await textOf(page);
  expect(first).toContain("Custody");
  await browser.post(page, { ...fieldsOf(first), intent: "import.set-options", sheet: "Poems" });
  const second = await textOf(page);
  expect(second).toContain("Cry the Peacock");
  expect(second).not.toContain("Custody");
});

/** A sheet of a workbook with one book of these columns. */
const sheet = (name: string, title: string, columns = ["Ank", "Pustak", "Rate"]) => ({
  name,
  rows: [columns, [`SHEET-${title}`, title, 250]],
});

test("the next workbook of a sender is read from the sheet with the columns that were imported, whatever its name", async () => {
  const about = sheet("About", "Nothing", ["A", "B", "C"]);
  const page = await bring(makeWorkbook([about, sheet("November", "Novella")]), "november.xlsx");
  await browser.post(page, { ...fieldsOf(await textOf(page)), intent: "import.set-options", sheet: "November" });
  const columns = { "field.0": "reference", "field.1": "title", "field.2": "mrp" };
  await browser.post(page, { ...fieldsOf(await textOf(page)), ...columns, intent: "import.set-options" });
  await browser.post(page, { ...fieldsOf(await textOf(page)), intent: "import.start" });
  await services.uploads.work.ended();
  expect(await jobOf(page)).toMatchObject({ state: "done", options: { sheet: "November" } });

  for (const sheets of [
    [about, sheet("December", "Decameron")],
    // Last month's sheet is not read again.
    [sheet("December", "Decameron"), sheet("November", "Novella")],
  ]) {
    const shown = await textOf(await bring(makeWorkbook(sheets), "december.xlsx"));
    expect(shown).toContain("Matched as in november.xlsx, your last file with these columns.");
    expect(fieldsOf(shown)).toMatchObject({ sheet: "December", "field.1": "title" });
    expect(shown).toContain("Decameron");
    expect(shown).not.toContain("Novella");
  }
  // Neither where the new sheet has other columns.
  const first = sheet("December", "Decameron", ["ISBN", "Pustak", "Rate"]);
  const changed = await bring(makeWorkbook([first, sheet("November", "Novella")]), "changed.xlsx");
  expect(await jobOf(changed)).toMatchObject({ options: {} });
  expect(fieldsOf(await textOf(changed))).toMatchObject({ sheet: "December", "field.0": "isbn" });
});

test("of a workbook that begins with a title page, the first sheet of books is read", async () => {
  const about = sheet("About", "Nothing", ["A", "B", "C"]);
  const page = await bring(
    makeWorkbook([about, sheet("Novels", "First", ["ISBN", "Title", "MRP"]), about]),
    "new.xlsx",
  );
  expect(await jobOf(page)).toMatchObject({ kind: "books", options: { sheet: "Novels" } });
  expect(fieldsOf(await textOf(page))).toMatchObject({ sheet: "Novels", "field.0": "isbn" });
});

test("an import whose preview is over an hour old begins with a new preview, and keeps what was typed", async () => {
  const page = await bring("isbn,title\n9780618056804,Custody\n", "old.csv");
  const fields = { ...fieldsOf(await textOf(page)), mrp: "450", copies: "7" };
  await db.execute(sql`
    update import_work set previewed_at = previewed_at - interval '61 minutes' where id = ${workOf(page)}`);
  expect((await browser.post(page, { ...fields, intent: "import.start" })).headers.get("location")).toBe(page);
  const shown = await textOf(page);
  expect(shown).toContain("Nothing is imported yet: the preview is over an hour old.");
  expect(fieldsOf(shown)).toMatchObject({ mrp: "450", copies: "7" });
  expect(await jobOf(page)).toMatchObject({ state: "waiting", importId: null });

  await browser.post(page, { ...fieldsOf(shown), intent: "import.start" });
  await services.uploads.work.ended();
  expect(await jobOf(page)).toMatchObject({
    state: "done",
    result: { counts: expect.arrayContaining([["new books", 1]]) },
  });
});

test("an import that is running has no undo yet, in the list, on its page or by a form", async () => {
  const page = await bring("isbn,title,mrp\n9788122201253,Running,300\n", "running.csv");
  await browser.post(page, { ...fieldsOf(await textOf(page)), intent: "import.start" });
  await services.uploads.work.ended();
  const { importId } = await jobOf(page);
  const undo = `/import/undo/${importId}`;
  const link = `href="${undo}"`;
  expect(await textOf("/import")).toContain(link);
  await db.execute(sql`update imports set state = 'running' where id = ${importId}`);
  // Interrupted, it can be undone; under the lock, it runs.
  expect(await textOf("/import")).toContain(link);
  await withImportLock(db, async () => {
    const list = await textOf("/import");
    expect(list).not.toContain(link);
    expect(list).toMatch(/>Running</);
    expect(await textOf(undo)).toContain("This import is still running.");
    const refused = await browser.post(undo, { intent: "import.undo", import: String(importId) });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("is still running")]);
    // Its undo holds the lock, too: the form that comes again leads to it.
    const job = { id: "u".repeat(22), kind: "undo", fileName: "running.csv", bytes: 0, state: "running" } as const;
    await addJob(db, { ...job, importId }, { staffId, at: services.now() });
    const again = await browser.post(undo, { intent: "import.undo", import: String(importId) });
    expect(again.headers.get("location")).toBe(`/import/${job.id}`);
    await db.execute(sql`delete from import_work where id = ${job.id}`);
  });
  expect(await textOf(undo)).toContain("Undo this import");
});
