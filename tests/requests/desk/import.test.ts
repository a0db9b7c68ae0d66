/** Importing files at the desk: upload, preview, columns, report, undo, permissions and refused files. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ReadableStream } from "node:stream/web";

import { expect, test, vi } from "vitest";

import { sql } from "#db/sql.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { countQueries } from "#tests/support/database/count-statements.ts";
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
const { uploads } = desk.services;

async function tokenOf(role: Role): Promise<string> {
  const id = await addStaff(desk, role);
  await addPasskeyRow(desk, id);
  return addStaffSession(desk, id);
}

/** Uploads a file as the form of the page does. */
async function bring(
  token: string | null,
  text: string,
  headers: Record<string, string> = {},
  kind = "books",
  name = "our books.csv",
): Promise<Response> {
  const form = new FormData();
  form.set("intent", "import.upload");
  form.set("kind", kind);
  form.set("file", new Blob([text]), name);
  const cookie: Record<string, string> = token === null ? {} : { cookie: `desk=${token}` };
  const init = { method: "POST", body: form, headers: { origin: deskUrl, ...cookie, ...headers } };
  return desk.pages.fetch(new Request(`${deskUrl}/import`, init));
}

const brought = () => readdir(uploads.folder).catch(() => []);
const books =
  "title,authors,isbn,mrp,copies\nClear Light,Anita Desai,9780140108583,399,3\nNo Price,Nobody,9780306406157,,1\n";

test("a file is brought, looked at, started, and reported, and its import undone with what stays said before", async () => {
  const token = await tokenOf("bookseller");
  const browser = openDeskBrowser(desk, token);
  const answer = await bring(token, books);
  expect(answer.status).toBe(303);
  const page = answer.headers.get("location")!;
  const preview = await (await browser.get(page)).text();
  for (const words of [
    "our books.csv",
    "Clear Light",
    "9780140108583",
    "Records that would be left out",
    "Start the import",
  ])
    expect(preview).toContain(words);
  // The reason is said once, with the number of records, an example and the field that may mend it.
  expect(preview.replaceAll("<!-- -->", "")).toMatch(
    /1 of 2 refused:<.*no price.*Row 3, No Price.*<input[^>]*id="mrp"/s,
  );
  expect(preview.match(/id="mrp"/g)).toHaveLength(1);
  const work = page.split("/").at(-1)!;
  const start = await browser.post(page, { intent: "import.start", work });
  expect(start.status).toBe(303);
  expect((await auditLogTexts(desk, 1))[0]).toBe("Began to import books: our books.csv.");
  await uploads.work.ended(work);
  const report = await (await browser.get(page)).text();
  for (const words of ["Done", "new books", "as CSV", "Undo this import"]) expect(report).toContain(words);
  expect(report.replaceAll("<!-- -->", "")).toMatch(
    /Rows that were left out.*The record has no price.*Row <span[^>]*>3<\/span>, 9780306406157.*Write the MRP into the file/s,
  );
  const file = await browser.get(`${page}/report`);
  expect(file.headers.get("content-disposition")).toContain("attachment");
  expect(await file.text()).toContain("9780306406157");
  const again = await browser.post(page, { intent: "import.start", work });
  expect(again.headers.get("location")).toBe(page);
  expect(await (await browser.get(page)).text()).toContain("The import was already started.");

  const { rows } = await desk.db.execute<{ id: number }>(sql`select max(id)::int as id from imports`);
  const undo = `/import/undo/${rows[0]!.id}`;
  expect(await (await browser.get(undo)).text()).toContain("added books that will be deleted");
  const undone = await browser.post(undo, { intent: "import.undo", import: String(rows[0]!.id) });
  await uploads.work.ended();
  expect(await (await browser.get(undone.headers.get("location")!)).text()).toContain("books deleted");
  expect(await (await browser.get(undo)).text()).toContain("This import was undone.");
});

test("how the columns are read is said in a form, and what cannot be read that way says why", async () => {
  const token = await tokenOf("owner");
  const browser = openDeskBrowser(desk, token);
  const page = (await bring(token, "Kitaab,Ank,Rate\nClear Light,A-1,399\n")).headers.get("location")!;
  const work = page.split("/").at(-1)!;
  const unread = await (await browser.get(page)).text();
  expect(unread).toContain("No column of the first line was recognized as a title");
  expect(unread).not.toContain("Start the import");
  const names = { "name.0": "Kitaab", "name.1": "Ank", "name.2": "Rate" };
  const fields = { "field.0": "title", "field.1": "reference", "field.2": "mrp" };
  const wrong = await browser.post(page, { intent: "import.set-options", work, ...names, ...fields, discount: "95" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("Write a whole number from 0 to 90.");
  await browser.post(page, { intent: "import.set-options", work, ...names, ...fields, discount: "10" });
  const read = await (await browser.get(page)).text();
  expect(read).toContain("Start the import");
  const dropped = await browser.post(page, { intent: "import.drop", work });
  expect(dropped.headers.get("location")).toBe("/import");
  expect(await brought()).not.toContain(work);
  expect((await browser.get(page)).status).toBe(404);
});

test("files of one person come one after the other, in nobody else's way, into folders that only the shop opens", async () => {
  const [one, other] = [await tokenOf("owner"), await tokenOf("bookseller")];
  const begun: string[] = [];
  /** Uploads a file whose end is held back until the test releases it. */
  function send(name: string, token: string) {
    const form = [
      ["intent", "import.upload"],
      ["kind", "books"],
    ].map(([field, value]) => `--x\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`);
    const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}.csv"\r\n\r\n${books}\r\n--x--\r\n`;
    const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
    async function* body() {
      begun.push(name);
      yield Buffer.from(form.join(""));
      await end;
      yield Buffer.from(file);
    }
    const headers = { origin: deskUrl, cookie: `desk=${token}`, "content-type": "multipart/form-data; boundary=x" };
    const init = { method: "POST", body: ReadableStream.from(body()), duplex: "half", headers } as RequestInit;
    return { letGo, answer: desk.pages.fetch(new Request(`${deskUrl}/import`, init)) };
  }
  const first = send("first", one);
  await vi.waitFor(() => expect(begun).toEqual(["first"]));
  const second = send("second", one);
  const third = send("third", other);
  third.letGo();
  expect((await third.answer).status).toBe(303);
  expect(begun).toEqual(["first", "third"]);
  first.letGo();
  second.letGo();
  expect((await first.answer).status).toBe(303);
  expect((await second.answer).status).toBe(303);
  expect(begun).toEqual(["first", "third", "second"]);

  const work = (await third.answer).headers.get("location")!.split("/").at(-1)!;
  for (const folder of [uploads.folder, join(uploads.folder, work)])
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test("a file is read only from who may bring one and has shown a passkey: of nobody else's is a byte taken", async () => {
  const before = await brought();
  const everybody = ["owner", "bookseller", "packer", "accountant"] as const;
  for (const role of everybody)
    for (const passkeyMinutes of [0, 600, null]) {
      const id = await addStaff(desk, role);
      await addPasskeyRow(desk, id);
      const token = await addStaffSession(desk, id, { passkeyMinutes });
      const isRead = await sendAndLook(token);
      const may = role === "owner" || role === "bookseller";
      expect(isRead, `${role}, passkey ${passkeyMinutes} minutes ago`).toBe(may && passkeyMinutes !== null);
    }
  for (const token of [null, "a".repeat(43)]) expect(await sendAndLook(token)).toBe(false);
  expect(await brought()).toEqual(before);

  /** Whether any byte of the file was read. The form names a kind that does not exist, so that no file is kept. */
  async function sendAndLook(token: string | null) {
    let isRead = false;
    async function* body() {
      isRead = true;
      yield Buffer.from(
        `--x\r\ncontent-disposition: form-data; name="kind"\r\n\r\nnone\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${books}\r\n--x--\r\n`,
      );
    }
    const cookie: Record<string, string> = token === null ? {} : { cookie: `desk=${token}` };
    const headers = { origin: deskUrl, ...cookie, "content-type": "multipart/form-data; boundary=x" };
    const init = { method: "POST", body: ReadableStream.from(body()), duplex: "half", headers } as RequestInit;
    const { status } = await desk.pages.fetch(new Request(`${deskUrl}/import`, { redirect: "manual", ...init }));
    expect([303, 403, 422]).toContain(status);
    return isRead;
  }
});

test("a file whose form is refused is gone at once, and a large form without a file is refused while it comes", async () => {
  const token = await tokenOf("owner");
  const before = await brought();
  const refused = await bring(token, books, {}, "something else");
  expect(refused.status).toBe(422);
  const form = new FormData();
  form.set("intent", "import.upload");
  form.set("kind", "books\0");
  form.set("file", new Blob([books]), "books.csv");
  const init = { method: "POST", body: form, headers: { origin: deskUrl, cookie: `desk=${token}` } };
  expect((await desk.pages.fetch(new Request(`${deskUrl}/import`, init))).status).toBe(400);
  const texts = new FormData();
  for (let at = 0; at < 20; at += 1) texts.set(`field.${at}`, "x".repeat(60_000));
  const large = await desk.pages.fetch(new Request(`${deskUrl}/import`, { ...init, body: texts }));
  expect([large.status, await large.text()]).toEqual([413, expect.stringContaining("512 kB")]);
  expect(await brought()).toEqual(before);
});

test("a column whose name is near a field is pointed out, and one press takes it, the others stay hinted", async () => {
  const token = await tokenOf("owner");
  const browser = openDeskBrowser(desk, token);
  const text = "title,isbn,mrp,Pubblisher,Descripton\nClear Light,9780140108583,399,Riverbank,A novel.\n";
  const page = (await bring(token, text)).headers.get("location")!;
  const work = page.split("/").at(-1)!;
  const shown = async () => (await (await browser.get(page)).text()).replaceAll("<!-- -->", "");
  const first = await shown();
  expect(first).toContain("Did you mean “Publisher”?");
  expect(first).toContain("Did you mean “Description”?");
  const chosen = /<option value="publisher" selected/;
  expect(first).not.toMatch(chosen);
  const [, name] = /<button[^>]*value="publisher" name="(take\.\d)"/.exec(first)!;
  const names = Object.fromEntries(
    text
      .split("\n")[0]!
      .split(",")
      .map((column, at) => [`name.${at}`, column]),
  );
  const fields = { "field.0": "title", "field.1": "isbn", "field.2": "mrp", "field.3": "", "field.4": "" };
  const form = { intent: "import.set-options", work, ...names, ...fields };
  expect((await browser.post(page, { ...form, [name!]: "publisher" })).status).toBe(303);
  const second = await shown();
  expect(second).toMatch(chosen);
  expect(second).not.toContain("Did you mean “Publisher”?");
  expect(second).toContain("Did you mean “Description”?");
  await browser.post(page, { intent: "import.drop", work });
});

test("what came of an import is found again from the list, covers too", async () => {
  const token = await tokenOf("bookseller");
  const browser = openDeskBrowser(desk, token);
  const page = (await bring(token, books)).headers.get("location")!;
  const work = page.split("/").at(-1)!;
  await browser.post(page, { intent: "import.start", work });
  await uploads.work.ended(work);
  expect(await (await browser.get("/import")).text()).toContain(`href="${page}"`);
  await desk.db.execute(sql`
    insert into import_work (id, kind, file_name, bytes, staff_id, state, created_at, result)
    select 'covers0000000000000000', 'covers', 'covers.zip', 1, id, 'done', now(),
      '{"counts":[["new covers",3],["refused",0]],"notes":[],"report":null}' from staff limit 1`);
  const list = await (await browser.get("/import")).text();
  expect(list).toContain('href="/import/covers0000000000000000"');
  expect(list).toContain("3 new covers");
});

test("nothing is written to disk for who may not bring a file, and what is too large or no file is refused in words", async () => {
  const before = await brought();
  expect((await bring(null, books)).headers.get("location")).toMatch(/^\/sign-in/);
  const packer = await bring(await tokenOf("packer"), books);
  expect([packer.status, (await packer.text()).includes("Only an owner or a bookseller")]).toEqual([403, true]);
  expect((await bring(await tokenOf("owner"), books, { origin: "http://shop.test" })).status).toBe(403);
  const owner = await tokenOf("owner");
  const large = await bring(owner, books, { "content-length": String(3 * 1024 ** 3) });
  expect([large.status, await large.text()]).toEqual([413, expect.stringContaining("at most 2 GB")]);
  const none = await bring(owner, "", {}, "books", "");
  expect(none.status).toBe(422);
  expect(await none.text()).toContain("Choose a file.");
  const empty = await bring(owner, "");
  expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining("our books.csv is empty")]);
  const elsewhere = await openDeskBrowser(desk, owner).post("/import", {
    intent: "import.upload",
    kind: "books",
    upload: "../../../../etc/passwd",
  });
  expect(elsewhere.status).toBe(422);
  expect(await brought()).toEqual(before);
});

test("a file is kept for looking up: a new book’s form is filled in from it, the shop has none of it, and undoing forgets it", async () => {
  const browser = openDeskBrowser(desk, await tokenOf("bookseller"));
  const textOf = async (path: string) => (await (await browser.get(path)).text()).replaceAll("<!-- -->", "");
  const file =
    "isbn,title,authors,publisher,pages,description,mrp\n9789999900058,Salt Roads,Meera Sanyal & Asif Khan,Riverbank,214,Two paths.,499\n9789999900065,No Price Yet,,,,,\n,No ISBN,,,,,300\n";
  const brought = await bring(await tokenOf("owner"), file, {}, "lookup");
  const page = brought.headers.get("location")!;
  const preview = await textOf(page);
  for (const words of ["A catalogue to look ISBNs up in", "stored for look-ups", "Salt Roads"])
    expect(preview).toContain(words);
  expect(preview).not.toContain("MRP for books without one");
  expect(await textOf("/books/new?isbn=9789999900058")).not.toContain("Salt Roads");

  const work = page.split("/").at(-1)!;
  await browser.post(page, { intent: "import.start", work });
  expect((await auditLogTexts(desk, 1))[0]).toBe("Began to read a catalogue to look ISBNs up in: our books.csv.");
  await uploads.work.ended(work);
  const report = await textOf(page);
  expect(report).toMatch(/>3<\/span> records read/);
  expect(report).toMatch(/>2<\/span> stored for look-ups/);
  expect(report).toContain("Refused, corrected and skipped records, as CSV");
  expect((await browser.get("/books/salt-roads")).status).toBe(404);
  expect(await textOf("/import")).toContain("2 kept, 1 refused");

  let form = "";
  const queries = await countQueries(async () => (form = await textOf("/books/new?isbn=978-99-99900-05-8")));
  expect(queries).toBeLessThanOrEqual(6);
  expect(form).toMatch(/Filled in from “our books\.csv”, read on [^<]+\. Check it before you save\./);
  for (const value of ["9789999900058", "Salt Roads", "Meera Sanyal", "Asif Khan", "Riverbank", "214", "499"])
    expect(form).toContain(`value="${value}"`);
  expect(form).toContain("Two paths.</textarea>");
  expect(form).not.toContain("The publisher is guessed from other books");

  const { rows } = await desk.db.execute<{ id: number }>(sql`select max(id)::int as id from imports`);
  const undo = `/import/undo/${rows[0]!.id}`;
  expect(await textOf(undo)).toContain("2 books of this file were stored for looking up.");
  await browser.post(undo, { intent: "import.undo", import: String(rows[0]!.id) });
  await uploads.work.ended();
  expect(await textOf("/books/new?isbn=9789999900058")).not.toContain("Salt Roads");
});
