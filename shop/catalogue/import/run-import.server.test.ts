/** Tests of catalogue imports: new and changed books, fields set by a person, previews, prices, covers and batches. */
import { beforeEach, expect, onTestFinished, test } from "vitest";

import { coverKey } from "#covers/draw-cover.ts";
import { processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { listCoverSubjects } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { importCatalogue, previewImport, type CheckedItem, type ImportOptions } from "./run-import.server.ts";

const { db, pool } = await openTestDatabase();
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
function take(records: Partial<BookRecord>[], more: Partial<ImportOptions> = {}, batchSize?: number) {
  files += 1;
  const file = { fileName: "books.csv", contentSha256: String(files).padStart(64, "0") };
  return importCatalogue(services, itemsOf(records), file, { ...options, ...more }, listener, batchSize);
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

test("a new book is there with its author, publisher, category, price and copies", async () => {
  const { counts } = await take([indigo]);
  expect(counts).toMatchObject({ records: 1, added: 1, changed: 0, refused: 0 });
  expect(lines).toEqual([]);
  const book = await readBook("the-indigo-ledger");
  expect(book).toMatchObject({
    price_paise: 44_900,
    mrp_paise: 49_900,
    publisher: "Riverbank",
    publisher_id: "riverbank",
    // The record has no format.
    format: "",
  });
  const { rows } = await db.execute<{ author: string; category: string; onHand: number }>(sql`
    select c.author_id as author, k.category_id as category, s.on_hand from work_contributors c
    join work_categories k using (work_id) join stock s on s.book_id = c.work_id where c.work_id = 'the-indigo-ledger'`);
  expect(rows).toEqual([{ author: "meera-sanyal", category: "sea-stories", onHand: 7 }]);
  expect(book!.cover_key).toMatch(/^the-indigo-ledger-[0-9a-f]{10}$/);
});

test("the same records again change nothing", async () => {
  const { counts } = await take([indigo]);
  expect(counts).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
});

test("what a person set stays, is reported, and is taken when asked for", async () => {
  await db.execute(sql`update books set price_paise = 40000 where id = 'the-indigo-ledger'`);
  await db.execute(sql`update works set title = 'The Indigo Ledgers' where id = 'the-indigo-ledger'`);
  const { counts } = await take([{ ...indigo, mrpPaise: 52_500 }]);
  expect(counts).toMatchObject({ changed: 1, leftAlone: 2 });
  expect(await readBook("the-indigo-ledger")).toMatchObject({ price_paise: 40_000, mrp_paise: 52_500 });
  expect(lines.map(({ field }) => field).toSorted()).toEqual(["price_paise", "title"]);

  await take([{ ...indigo, mrpPaise: 52_500 }], { take: ["price_paise"] });
  expect(await readBook("the-indigo-ledger")).toMatchObject({ price_paise: 47_200 });
});

test.each(["stock 12", "token front-till"])(
  "a price that %s set is a later word than the publisher's list, unless it is asked for",
  async (cause) => {
    const book = { reference: `till-${cause}`, title: `Sold at the till by ${cause}`, mrpPaise: 50_000 };
    await take([book]);
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`select set_config('endpaper.cause', ${cause}, true)`);
      await tx.execute(sql`update books set price_paise = 42000 where record_reference = ${book.reference}`);
    });
    const priceNow = async () => {
      const { rows } = await db.execute<{ pricePaise: number; mrpPaise: number }>(
        sql`select price_paise, mrp_paise from books where record_reference = ${book.reference}`,
      );
      return rows[0];
    };
    lines = [];
    expect((await take([{ ...book, mrpPaise: 60_000 }])).counts).toMatchObject({ changed: 1, leftAlone: 1 });
    expect(await priceNow()).toEqual({ pricePaise: 42_000, mrpPaise: 60_000 });
    expect(lines.map(({ reason }) => reason)).toEqual([
      "A till set this: 42000 is kept, although the file says 54000.",
    ]);
    await take([{ ...book, mrpPaise: 60_000 }], { take: ["price_paise"] });
    expect(await priceNow()).toEqual({ pricePaise: 54_000, mrpPaise: 60_000 });
  },
);

test("new books in stock get the copies that are asked for, where their record names none", async () => {
  const records = [
    { reference: "s-1", title: "Unsaid", mrpPaise: 10_000 },
    { reference: "s-2", title: "Said", mrpPaise: 10_000, copies: 3 },
    { reference: "s-3", title: "Not out yet", mrpPaise: 10_000, availability: "forthcoming" as const },
  ];
  const { importId } = await take(records, { defaultCopies: 8 });
  await take(records, { defaultCopies: 9 });
  const { rows } = await db.execute<{ onHand: number; moves: number }>(sql`
    select s.on_hand, (select sum(delta)::int from stock_moves m where m.book_id = s.book_id) as moves
    from books b join stock s on s.book_id = b.id where b.record_reference in ('s-1', 's-2', 's-3') order by b.record_reference`);
  expect(rows).toEqual([
    { onHand: 8, moves: 8 },
    { onHand: 3, moves: 3 },
    { onHand: 0, moves: null },
  ]);
  const { rows: causes } = await db.execute<{ importId: string }>(sql`
    select distinct m.import_id::text as import_id from stock_moves m join books b on b.id = m.book_id
    where b.record_reference in ('s-1', 's-2')`);
  expect(causes).toEqual([{ importId: String(importId) }]);
});

test("every change of a price is on record with its cause", async () => {
  const { rows } = await db.execute<{ price: number; cause: string }>(sql`
    select price_paise as price, regexp_replace(cause, '[0-9]+', 'N') as cause
    from price_changes where book_id = 'the-indigo-ledger' order by id`);
  expect(rows).toEqual([
    { price: 40_000, cause: "person" },
    { price: 40_000, cause: "import N" },
    { price: 47_200, cause: "import N" },
  ]);
});

test("an MRP that goes up is said with the copies on hand that carry the old one", async () => {
  const book = { reference: "r-mrp", title: "Printed Twice", mrpPaise: 39_900, copies: 3 };
  const none = { reference: "r-mrp-2", title: "Printed Once", mrpPaise: 39_900, copies: 0 };
  expect((await take([book, none])).raisedMrps).toBe("");
  expect(
    (
      await take([
        { ...book, mrpPaise: 49_900 },
        { ...none, mrpPaise: 49_900 },
      ])
    ).raisedMrps,
  ).toBe(
    "The MRP of 1 book was raised, but the old MRP is printed on 3 copies of it in stock. A copy may not be sold above the MRP printed on it: “Printed Twice” (3 copies at ₹399.00).",
  );
  expect((await take([{ ...book, mrpPaise: 29_900 }])).raisedMrps).toBe("");
});

test("another edition of the same work joins it, whatever its article and case", async () => {
  const { counts } = await take([
    {
      ...indigo,
      reference: "r-2",
      isbn13: "9789999900027",
      title: "Indigo Ledgers",
      format: "hardback",
      mrpPaise: 90_000,
    },
    { ...indigo, reference: "r-3", isbn13: "9789999900034", title: "THE INDIGO LEDGER", format: "audio-cd" },
  ]);
  expect(counts).toMatchObject({ added: 2 });
  const { rows } = await db.execute<{ workId: string; isMain: boolean }>(sql`
    select work_id, is_main from books where isbn13 in ('9789999900010', '9789999900027', '9789999900034') order by isbn13`);
  expect(rows.filter(({ workId }) => workId === "the-indigo-ledger").length).toBeGreaterThanOrEqual(2);
});

test("one name with two numbers is two people", async () => {
  const writer = (value: string) => ({ ...person("Anita Rao"), identifiers: [{ scheme: "isni" as const, value }] });
  await take([
    { reference: "n-1", title: "Salt", contributors: [writer("0000000000000001")], mrpPaise: 10_000 },
    { reference: "n-2", title: "Pepper", contributors: [writer("0000000000000002")], mrpPaise: 10_000 },
    { reference: "n-3", title: "Cumin", contributors: [writer("0000000000000001")], mrpPaise: 10_000 },
  ]);
  const { rows } = await db.execute<{ workId: string; authorId: string }>(sql`
    select work_id, author_id from work_contributors where work_id in ('salt', 'pepper', 'cumin') order by work_id`);
  expect(rows).toEqual([
    { workId: "cumin", authorId: "anita-rao" },
    { workId: "pepper", authorId: "anita-rao-2" },
    { workId: "salt", authorId: "anita-rao" },
  ]);
});

test("a delete notice hides the book from readers, a record brings it back", async () => {
  await take([{ reference: "n-1", notice: "delete" }]);
  expect(await readBook("salt")).toMatchObject({ is_listed: false });
  await take([{ reference: "n-1", title: "Salt", mrpPaise: 10_000 }]);
  expect(await readBook("salt")).toMatchObject({ is_listed: true });
});

test("a preview writes nothing and says what would change", async () => {
  const seen: string[] = [];
  const before = await readBook("salt");
  const { counts } = await previewImport(
    services,
    itemsOf([
      { reference: "n-1", title: "Salt", mrpPaise: 12_000 },
      { reference: "n-9", title: "Clove", mrpPaise: 5_000 },
    ]),
    options,
    { ...listener, difference: (line) => void seen.push(line) },
  );
  expect(counts).toMatchObject({ added: 1, changed: 1 });
  expect(seen).toEqual(["~ salt: mrp_paise 10000 -> 12000", "~ salt: price_paise 9000 -> 10800", "+ clove: new"]);
  expect(await readBook("salt")).toEqual(before);
  expect(await readBook("clove")).toBeUndefined();
});

test("a record twice in one file counts once, as its later one says", async () => {
  const { counts } = await take([
    { reference: "t-1", title: "Twice", mrpPaise: 10_000 },
    { reference: "t-1", title: "Twice", mrpPaise: 20_000 },
  ]);
  expect(counts).toMatchObject({ added: 1, skipped: 1 });
  expect(await readBook("twice")).toMatchObject({ mrp_paise: 20_000 });
});

test("a price above the MRP that a person set is refused, and the rest of the file goes on", async () => {
  await db.execute(sql`update books set mrp_paise = 15000, price_paise = 15000 where id = 'twice'`);
  const { counts } = await take([
    { reference: "t-1", title: "Twice", mrpPaise: 20_000, pricePaise: 18_000 },
    { reference: "t-2", title: "Thrice", mrpPaise: 20_000 },
  ]);
  expect(counts).toMatchObject({ added: 1, leftAlone: 2 });
  expect(await readBook("twice")).toMatchObject({ mrp_paise: 15_000, price_paise: 15_000 });
});

test("covers have the names that are drawn from what is on them, of new books and of changed ones", async () => {
  await take([
    {
      reference: "c-1",
      title: "Cover one",
      contributors: [person("Uma Pai")],
      series: { name: "Covers", position: 2 },
      mrpPaise: 10_000,
    },
    { reference: "c-2", title: "Cover one", contributors: [person("Uma Pai")], format: "hardback", mrpPaise: 10_000 },
    { reference: "c-3", title: "Cover three", mrpPaise: 10_000 },
  ]);
  await take([{ reference: "c-3", title: "Cover three and a half", mrpPaise: 10_000 }]);
  const { rows } = await db.execute<{ workId: string; coverKey: string }>(
    sql`select work_id, cover_key from books where work_id in ('cover-one', 'cover-three') order by id`,
  );
  expect(rows).toHaveLength(3);
  for (const { workId, coverKey: name } of rows)
    expect(name).toBe(coverKey((await listCoverSubjects(db, [workId]))[0]!));
});

test("books of one title have addresses of their own, in one batch and in the next", async () => {
  const namesake = (number: number, writer?: string) => ({
    reference: `same-${number}`,
    title: "Same",
    mrpPaise: 10_000,
    ...(writer && { contributors: [person(writer)] }),
  });
  const taken = { reference: "other", title: "Same same 5", mrpPaise: 10_000 };
  await take([taken, namesake(1), namesake(2), namesake(3, "Ila Bose"), namesake(4, "Ila Bose")]);
  await take([namesake(5), namesake(6), namesake(7, "Om Lal"), namesake(8, "Ila Bose")]);
  const { rows } = await db.execute<{ id: string; workId: string }>(
    sql`select id, work_id from books where record_reference like 'same-%' order by record_reference`,
  );
  expect(rows.map(({ id, workId }) => [id, workId])).toEqual([
    ["same", "same"],
    ["same-same-2", "same-same-2"],
    ["same-ila-bose", "same-ila-bose"],
    ["same-same-4", "same-ila-bose"],
    ["book-same-5", "book-same-5"],
    ["same-same-6", "same-same-6"],
    ["same-om-lal", "same-om-lal"],
    ["same-same-8", "same-ila-bose"],
  ]);
});

test("an import tells the shop's processes of its books when it ends, not with each batch", async () => {
  const hearing = await pool.connect();
  onTestFinished(() => hearing.release(true));
  let heard = 0;
  hearing.on("notification", () => (heard += 1));
  await hearing.query("listen catalogue_changed");
  await take(
    Array.from({ length: 6 }, (_, number) => ({
      reference: `h-${number}`,
      title: `Heard ${number}`,
      mrpPaise: 10_000,
    })),
    {},
    2,
  );
  await hearing.query("select");
  expect(heard).toBe(1);
  await db.execute(sql`update works set title = 'Heard by hand' where id = 'heard-1'`);
  await hearing.query("select");
  expect(heard).toBe(2);
});

test("while readers are served an import goes in small batches, and says that it is slow", async () => {
  const records = (from: number) =>
    Array.from({ length: 120 }, (_, number) => ({ reference: `s-${from + number}`, title: "Slow", mrpPaise: 10_000 }));
  const told: [number, boolean][] = [];
  const file = { fileName: "slow.csv", contentSha256: "f".repeat(64) };
  const importWith = (items: AsyncIterable<CheckedItem>, name: string) =>
    importCatalogue(
      services,
      items,
      { ...file, fileName: name },
      { ...options, source: name },
      {
        ...listener,
        progress: ({ records: done }, isThrottled) => void told.push([done, isThrottled]),
      },
    );
  await importWith(itemsOf(records(0)), "alone.csv");
  expect(told.splice(0)).toEqual([[120, false]]);
  const serving = await pool.connect();
  onTestFinished(() => serving.release(true));
  await serving.query("select pg_advisory_lock_shared($1)", [processLocks.serving]);
  await importWith(itemsOf(records(200)), "beside.csv");
  expect(told).toEqual([
    [100, true],
    [120, true],
  ]);
});
