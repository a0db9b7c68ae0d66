/**
 * Tests of imports whose records identify another book than expected: conflicting ISBNs, keys, and books that may not
 * be sold.
 */
import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { importCatalogue, type CheckedItem, type ImportOptions } from "./run-import.server.ts";

const { db } = await openTestDatabase();
const services = { db, now: () => new Date("2026-03-01T10:00:00Z") };
const options: ImportOptions = { source: "csv", discountPercent: 10, defaultMrpPaise: null, take: [] };

let lines: ReportLine[] = [];
beforeEach(() => {
  lines = [];
});

const listener = { report: (line: ReportLine) => void lines.push(line), progress: () => {} };

async function* itemsOf(records: Partial<BookRecord>[]): AsyncIterable<CheckedItem> {
  for (const [index, record] of records.entries())
    yield { record: { place: { line: index + 2, record: index + 1 }, ...record }, mended: [] };
}

let files = 0;
function take(records: Partial<BookRecord>[], more: Partial<ImportOptions> = {}) {
  files += 1;
  const file = { fileName: "books.csv", contentSha256: String(files).padStart(64, "0") };
  return importCatalogue(services, itemsOf(records), file, { ...options, ...more }, listener);
}

const person = (name: string) => ({ name, sortName: name, role: "author" as const, identifiers: [] });

const indigo = {
  reference: "r-1",
  isbn13: "9789999900010",
  title: "The Indigo Ledger",
  contributors: [person("Meera Sanyal")],
  publisher: "Riverbank",
  mrpPaise: 49_900,
  subjects: [{ scheme: "name" as const, code: "Fiction > Sea stories" }],
  copies: 7,
};

async function readBook(id: string) {
  const { rows } = await db.execute<{ book: unknown }>(sql`select to_jsonb(b) as book from books b where id = ${id}`);
  return rows[0]?.book as Record<string, unknown> | undefined;
}

const history = {
  isbn13: "9789999910101",
  title: "Notes on Slow Clocks",
  contributors: [person("Stefan Hawkin")],
  mrpPaise: 49_900,
};
const cookery = { ...history, title: "Cookery For Beginners", contributors: [person("Mitra Sen")], mrpPaise: 22_000 };

async function titleOf(isbn13: string) {
  const { rows } = await db.execute<{ title: string }>(sql`
    select w.title from books b join works w on w.id = b.work_id where b.isbn13 = ${isbn13}`);
  return rows[0]?.title;
}

test("a book with the ISBN of quite another one is refused, in one file and in two, unless titles are taken", async () => {
  expect((await take([history, cookery])).counts).toMatchObject({ added: 1, refused: 1, skipped: 0 });
  expect((await take([cookery])).counts).toMatchObject({ changed: 0, refused: 1 });
  expect(lines).toMatchObject(
    [1, 2].map(() => ({
      kind: "refused",
      field: "isbn",
      reason: expect.stringContaining(
        "ISBN 9789999910101 belongs to “Notes on Slow Clocks” by Stefan Hawkin in the shop",
      ),
    })),
  );
  expect(await titleOf(history.isbn13)).toBe(history.title);
  expect((await take([cookery], { take: ["title"] })).counts).toMatchObject({ changed: 1, refused: 0 });
  expect(await titleOf(history.isbn13)).toBe(cookery.title);
});

test.each([
  ["shortened by a till", { title: "SLOW CLCKS NOTES ON" }, true],
  ["the author alone", { title: "Rivers and All", contributors: [person("Hawkin, S. W.")] }, true],
  ["in another script", { title: "धीमी घड़ियाँ", contributors: [person("स्टीफ़न हॉकिन")] }, true],
  ["without a name", { title: undefined, contributors: undefined }, true],
  [
    "an author of another name and a title in another script",
    { title: "गोदान", contributors: [person("Mitra Sen")] },
    false,
  ],
  ["nobody's, with another title", { title: "Cookery For Beginners", contributors: undefined }, false],
])("whether a record is of the book with its ISBN: %s", async (_, more, isTaken) => {
  const isbn13 = "9789999910118";
  await take([{ ...history, isbn13 }], { take: ["title"] });
  const { counts } = await take([{ isbn13, mrpPaise: 50_000, ...more } as Partial<BookRecord>], { take: [] });
  expect(counts).toMatchObject({ refused: isTaken ? 0 : 1 });
});

test("a sender's own key says which book it is, whatever it is called by now; its ISBN as key says no more than the ISBN", async () => {
  const own = {
    ...history,
    isbn13: "9780140449136",
    reference: "feed-7",
    title: "Untitled",
    contributors: [person("To Be Announced")],
  };
  await take([own]);
  const renamed = { ...cookery, isbn13: own.isbn13 };
  expect((await take([{ ...renamed, reference: "feed-7" }])).counts).toMatchObject({ refused: 0, changed: 1 });
  const byIsbn = { ...history, isbn13: "9789999910132", reference: "9789999910132" };
  await take([byIsbn]);
  expect((await take([{ ...cookery, isbn13: byIsbn.isbn13, reference: byIsbn.reference }])).counts.refused).toBe(1);
});

test("an unreadable ISBN costs no row that names a book of the shop in another way", async () => {
  await take([{ ...indigo, reference: "r-9", isbn13: "9789999910149", title: "The Rounded One" }]);
  const isbnFault = "The ISBN “9.78E+12” was shortened by a spreadsheet program, which lost its last digits.";
  const rounded = [
    { reference: "r-9", isbnFault, pages: 90 },
    { shopId: "the-rounded-one", isbnFault, mrpPaise: 60_000 },
    { reference: "r-10", isbnFault, title: "A new one", mrpPaise: 100 },
  ];
  const { counts } = await take(rounded);
  expect(counts).toMatchObject({ changed: 2, refused: 1, mended: 2, added: 0 });
  expect(lines.map(({ kind, reason }) => [kind, reason])).toEqual([
    ["mended", `${isbnFault} The shop's 9789999910149 stays.`],
    ["mended", `${isbnFault} The shop's 9789999910149 stays.`],
    ["refused", isbnFault],
  ]);
  expect(await readBook("the-rounded-one")).toMatchObject({ isbn13: "9789999910149", pages: 90, mrp_paise: 60_000 });
});

test("a book that may not be sold here is refused with its reason; of one that readers see the reason says so", async () => {
  const notForSale = "It is not for sale in India.";
  await take([{ ...indigo, reference: "r-11", isbn13: "9789999910156", title: "Sold Once" }]);
  const { counts } = await take([
    { reference: "r-11", notForSale },
    { reference: "r-12", notForSale },
  ]);
  expect(counts).toMatchObject({ refused: 2, added: 0, changed: 0 });
  expect(lines.map(({ field, reason }) => [field, reason])).toEqual([
    ["salesRights", `${notForSale} The shop has it as sold-once, and readers see it: hide it, or ask the sender.`],
    ["salesRights", notForSale],
  ]);
});

test("a new book whose only price is to come is refused with the day on which it begins", async () => {
  await take([{ reference: "r-13", title: "Not Yet", laterMrps: [{ beginsOn: "2026-04-01", mrpPaise: 49_900 }] }]);
  expect(lines).toMatchObject([{ kind: "refused", reason: expect.stringContaining("₹499.00 begins on 2026-04-01") }]);
});
