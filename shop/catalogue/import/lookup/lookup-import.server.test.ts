/** Tests of imports of lookup records: the saved fields, resuming, undoing, and conflicting ISBNs. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { deleteOrKeep } from "#shop/catalogue/editing/delete-books.server.ts";
import { startBook } from "#shop/catalogue/editing/form/start-book.server.ts";
import { checkedItems, importFile } from "#shop/catalogue/import/import-file.server.ts";
import { openRecordFile } from "#shop/catalogue/import/open-file.server.ts";
import { undoImport } from "#shop/catalogue/import/undo-import.server.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { importLookupFile } from "./import-lookup-file.server.ts";
import { findLookup } from "#shop/catalogue/lookups/lookup-books.server.ts";
import { checkForLookup } from "#shop/catalogue/lookups/lookup-record.ts";
import { importLookups } from "./run-lookup-import.server.ts";

const { db } = await openTestDatabase();
let today = new Date();
const services = { db, now: () => today };
beforeEach(async () => {
  today = new Date("2026-03-01T10:00:00Z");
  await db.execute(sql`delete from lookup_books`);
});
const folder = await mkdtemp(join(tmpdir(), "endpaper-lookup-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const header =
  "isbn,title,subtitle,authors,translators,series,series_number,publisher,published_on,edition,format,language,pages,description,categories,thema,mrp,price,hsn,tax_class\n";
const godown = `9789999900010,The Godown,A Novel,Meera Sanyal; Asif Khan,Anita Rao,Harbour,2,Riverbank,2024-05,Second edition,hardback,hi,214,"Two paths.\n\nOne hill.",,FF,499,450,,\n`;

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function keep(name: string, rows: string) {
  const options = { csv: {}, check: { exchangeRates: {} }, isPreview: false };
  return importLookupFile(services, await fileOf(name, header + rows), options, () => {});
}

async function take(name: string, rows: string) {
  const plan = { source: "csv", discountPercent: 0, defaultMrpPaise: null, take: [] };
  const options = { csv: {}, check: { exchangeRates: {} }, plan, isPreview: false };
  return importFile(services, await fileOf(name, header + rows), options, () => {});
}

const started = (isbn13: string) => startBook(db, isbn13, today);

/** Row counts of all tables of the catalogue. */
async function catalogueRows() {
  const { rows } = await db.execute(sql`
    select (select count(*) from books) as books, (select count(*) from works) as works,
      (select count(*) from authors) as authors, (select count(*) from publishers) as publishers,
      (select count(*) from series) as series, (select count(*) from categories) as categories`);
  return rows[0];
}

test("books of a file are kept for looking up with all that a new book’s form holds, and the catalogue stays as it is", async () => {
  await db.execute(sql`
    insert into subject_categories (scheme, code, category_id)
    select 'thema', 'FF', id from categories where parent_id is null order by id limit 1`);
  const before = await catalogueRows();
  const { counts, importId, reportPath } = await keep(
    "distributor.csv",
    `${godown}9789999900027,No Price,,,,,,,,,,,,,,,,,,\n9789999900034,Above the MRP,,,,,,,,,,,,,,,100,200,,\n,No ISBN,,,,,,,,,,,,,,,100,,,\n9789999900041,Air,,,,,,,,,ebook,,,,,,100,,,\n`,
  );
  expect(counts).toEqual({ records: 5, kept: 3, refused: 1, skipped: 1, mended: 1 });
  expect(await catalogueRows()).toEqual(before);
  const report = await readFile(reportPath!, "utf8");
  expect(report).toMatch(/^\d+,3,mended,9789999900034,price,The price ₹200.00 is above the MRP ₹100.00/m);
  expect(report).toMatch(/^\d+,4,refused,No ISBN,/m);
  expect(report).toMatch(/^\d+,5,skipped,9789999900041,format,/m);

  const { values, source, isPublisherGuessed, categories } = await started("9789999900010");
  expect(values).toEqual({
    isbn: "9789999900010",
    title: "The Godown",
    subtitle: "A Novel",
    person1: "Meera Sanyal",
    role1: "author",
    person2: "Asif Khan",
    role2: "author",
    person3: "Anita Rao",
    role3: "translator",
    series: "Harbour",
    seriesNumber: "2",
    publisher: "Riverbank",
    publishedOn: "2024-05",
    editionStatement: "Second edition",
    format: "hardback",
    language: "hi",
    pages: "214",
    description: "Two paths.\n\nOne hill.",
    category1: expect.any(String),
    mrp: "499",
    price: "450",
  });
  expect(categories.map(({ path }) => path)).toContain(values.category1);
  expect(source).toEqual({ fileName: "distributor.csv", readAt: expect.any(String) });
  expect(isPublisherGuessed).toBe(false);
  expect((await started("9789999900034")).values).toMatchObject({ title: "Above the MRP", language: "en" });
  expect((await started("9789999900058")).source).toBe(null);

  expect(await undoImport(services, importId!)).toMatchObject({ removed: 3 });
  expect(await findLookup(db, "9789999900010")).toBe(null);
  expect(await undoImport(services, importId!)).toBe("undone");
});

test("a later file counts, an earlier one that is undone takes nothing from it, and what no file told is guessed", async () => {
  await take("neighbour.csv", "9788112340016,A Neighbour,,,,,,Kamal House,,,hardback,mr,,,,,100,,,\n");
  const earlier = await keep("earlier.csv", "9788112340023,Old Title,,,,,,,,,,,,,,,100,,,\n");
  today = new Date("2026-04-01T10:00:00Z");
  await keep("later.csv", "9788112340023,New Title,,,,,,,,,,,,,Nowhere > At all,,,,4901,exempt\n");
  const { values, isPublisherGuessed } = await started("9788112340023");
  expect(values).toEqual({
    isbn: "9788112340023",
    title: "New Title",
    publisher: "Kamal House",
    language: "mr",
    format: "hardback",
  });
  expect(isPublisherGuessed).toBe(true);
  expect(await undoImport(services, earlier.importId!)).toMatchObject({ removed: 0 });
  expect((await started("9788112340023")).source).toMatchObject({ fileName: "later.csv" });
});

test("a file that was cut off goes on where it stopped, whatever its size, and keeps each book once", async () => {
  const rows = Array.from({ length: 1200 }, (_, at) => {
    const digits = `97881${String(at).padStart(7, "0")}`;
    const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
    return `${digits}${(10 - (sum % 10)) % 10},Numbered ${at},,,,,,,,,,,,,,,100,,,\n`;
  });
  const path = await fileOf("long.csv", header + rows.join(""));
  const items = async () => checkedItems(await openRecordFile(path, {}), { exchangeRates: {} }, checkForLookup);
  const file = { fileName: "long.csv", contentSha256: "a".repeat(64) };
  const cut = importLookups(
    services,
    await items(),
    file,
    { exchangeRates: {} },
    {
      progress: ({ records }) => {
        if (records >= 500) throw new Error("The process ends.");
      },
    },
  );
  await expect(cut).rejects.toThrow("The process ends.");
  const { rows: half } = await db.execute(sql`select from lookup_books where record ->> 'title' like 'Numbered %'`);
  expect(half).toHaveLength(500);
  const rest = await importLookups(services, await items(), file, { exchangeRates: {} }, { progress: () => {} });
  expect(rest).toMatchObject({ isResumed: true, counts: { records: 1200, kept: 1200 } });
  const { rows: all } = await db.execute(sql`select from lookup_books where record ->> 'title' like 'Numbered %'`);
  expect(all).toHaveLength(1200);
});

test("what an ordinary import refuses for its price is kept, and so are books that an undo or a person takes away", async () => {
  const { counts, importId } = await take(
    "ordinary.csv",
    `${godown}9789999900065,Without a Price,,Meera Sanyal,,,,,,,,,,,,,,,,\n9789999900072,Too Dear,,,,,,,,,,,,,,,100,200,,\n9789999900089,Told Later,,,,,,,,,,,,,,,100,,,\n`,
  );
  expect(counts).toMatchObject({ added: 2, refused: 2 });
  expect((await started("9789999900065")).values).toMatchObject({ title: "Without a Price", person1: "Meera Sanyal" });
  expect((await started("9789999900072")).values.title).toBe("Too Dear");
  expect((await started("9789999900072")).values.mrp).toBe(undefined);

  await keep("same.csv", godown);
  const { values: asFiled } = await started("9789999900010");
  await db.execute(sql`delete from lookup_books where isbn13 = '9789999900010'`);
  today = new Date("2026-04-02T10:00:00Z");
  await keep("newer.csv", "9789999900089,Told Rightly,,,,,,,,,,,,,,,,,,\n");
  expect(await undoImport(services, importId!)).toMatchObject({ left: [] });
  const undone = await started("9789999900010");
  expect((await started("9789999900089")).values.title).toBe("Told Rightly");
  expect(undone.values).toEqual({ ...asFiled, availability: "in-stock" });
  expect(undone.source).toEqual({ fileName: "ordinary.csv", readAt: expect.stringContaining("2026-03-01") });

  await take("again.csv", godown);
  const { rows } = await db.execute<{ id: string }>(sql`select id from books where isbn13 = '9789999900010'`);
  await inTransaction(db, (tx) => deleteOrKeep(tx, [rows[0]!.id], new Date("2026-05-01T10:00:00Z")));
  const deleted = await started("9789999900010");
  expect(deleted.values).toMatchObject({
    title: "The Godown",
    person3: "Anita Rao",
    role3: "translator",
    pages: "214",
  });
  expect(deleted.source).toEqual({ fileName: null, readAt: expect.stringContaining("2026-05-01") });
});

test("that an ISBN was quite another book's so far is told, in one file and in two; the later record counts", async () => {
  const other = godown.replace("The Godown", "Cookery For Beginners").replace("Meera Sanyal; Asif Khan", "Ravi Nair");
  const { counts, reportPath } = await keep("twice.csv", godown + other);
  expect(counts).toMatchObject({ kept: 2, mended: 1 });
  expect(await readFile(reportPath!, "utf8")).toContain("was “The Godown” by Meera Sanyal so far");
  expect((await keep("again.csv", other)).counts.mended).toBe(0);
  expect((await keep("back.csv", godown)).counts.mended).toBe(1);
  expect((await findLookup(db, "9789999900010"))!.record.title).toBe("The Godown");
});

test("a file of which most titles have lost their letters is refused as a whole, one with a few is not", async () => {
  const rows = (titles: string[]) =>
    titles.map((title, at) => `978999991020${at},${title},,,,,,,,,,,,,,,100,,,\n`).join("");
  const lost = rows(["?????", "?????? ???", "????", "???????", "Kim"]);
  const words =
    "The letters of most titles, such as “?????”, were lost when the file was saved. Save it again as “CSV UTF-8”";
  await expect(keep("lost.csv", lost)).rejects.toThrow(words);
  await expect(take("lost-too.csv", lost)).rejects.toThrow(words);
  await expect(keep("few.csv", rows(["????", "Kim", "Godan", "Anand"]))).resolves.toBeTruthy();
});
