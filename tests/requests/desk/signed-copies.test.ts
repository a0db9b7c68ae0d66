/** Signed copies: set at the desk and by a file, shown, filtered, exported, and in the API. */
import { expect, test } from "vitest";

import { openExportFiles, recordsOf } from "#tests/support/catalogue/export-files.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";

const desk = await openTestDesk();
const { exported, importText } = await openExportFiles(desk);
const staff = await addStaff(desk, "owner", "Meera");
await addPasskeyRow(desk, staff);
const browser = openDeskBrowser(desk, await addStaffSession(desk, staff));

const ofReaders = async (path: string) => (await desk.pages.fetch(new Request(publicUrl + path))).text();
const fact = '<dt class="text-quiet">Signed</dt>';
const filter = 'name="edition"';

test("a file of signed copies is imported, and readers find, see and export them", async () => {
  expect(await ofReaders("/categories/fiction?sort=newest")).not.toContain(filter);
  const lines = ["Ink One,yes", "Ink Two,Y", "Ink Three,no"].map(
    (line, index) => `${line},9789357761${210 + index},499,Fiction,4`,
  );
  const { counts } = await importText(
    ["title,autographed,reference,mrp,categories,copies", ...lines].join("\n"),
    "csv",
  );
  expect(counts).toMatchObject({ added: 3, refused: 0 });
  expect(await ofReaders("/books/ink-one")).toContain(fact);
  expect(await ofReaders("/books/swami-and-friends")).not.toContain(fact);
  expect(await ofReaders("/categories/fiction?sort=newest")).toContain(filter);
  const signed = await ofReaders("/categories/fiction?edition=signed");
  expect(["ink-one", "ink-two", "ink-three"].map((id) => signed.includes(`/books/${id}"`))).toEqual([
    true,
    true,
    false,
  ]);
  expect(signed).toContain("Signed copy");
  const found = await ofReaders("/search?q=ink&edition=signed");
  expect(["ink-one", "ink-three"].map((id) => found.includes(`/books/${id}"`))).toEqual([true, false]);
  expect(await ofReaders("/categories/fiction?edition=scorched")).toContain("We know no edition “scorched”");
});

test("the desk changes it, and the API and files have it", async () => {
  const form = await (await browser.get("/books/ink-three")).text();
  expect(form).toContain("Signed by the author");
  const version = /name="version" value="([^"]*)"/.exec(form)?.[1] ?? "";
  const saved = await browser.post("/books/ink-three", {
    intent: "books.save",
    book: "ink-three",
    version,
    title: "Ink Three",
    language: "en",
    category1: "Fiction",
    mrp: "499",
    price: "499",
    signed: "on",
  });
  expect(saved.status).toBe(303);
  expect(await ofReaders("/books/ink-three")).toContain(fact);
  expect(await ofReaders("/categories/fiction?edition=signed")).toContain('/books/ink-three"');
  expect(JSON.parse(await ofReaders("/api/v1/books/ink-three"))).toMatchObject({ isSigned: true });
  expect(JSON.parse(await ofReaders("/api/v1/books/swami-and-friends"))).toMatchObject({ isSigned: false });
  const records = recordsOf(await exported("catalogue"));
  const cells = ["Ink Three", "Swami and Friends"].map((title) => records.find((one) => one.title === title)?.signed);
  expect(cells).toEqual(["yes", "no"]);
  const onix = await exported("catalogue", "onix");
  expect(onix.split("<EditionType>SIG</EditionType>")).toHaveLength(4);
});
