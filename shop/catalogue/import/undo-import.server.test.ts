/**
 * Tests of undoing imports: rows added and changed, later edits, sold books, covers, and imports of several batches.
 */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { ImportRunningError, withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import { importCatalogue, type CheckedItem } from "./run-import.server.ts";
import { undoImport } from "./undo-import.server.ts";

const { db } = await openTestDatabase();
const services = { db, now: () => new Date("2026-03-01T10:00:00Z") };

async function* itemsOf(records: Partial<BookRecord>[]): AsyncIterable<CheckedItem> {
  for (const [index, record] of records.entries())
    yield { record: { place: { line: index + 2, record: index + 1 }, ...record }, mended: [] };
}

let files = 0;
async function take(records: Partial<BookRecord>[], batchSize?: number): Promise<number> {
  files += 1;
  const { importId } = await importCatalogue(
    services,
    itemsOf(records),
    { fileName: "books.csv", contentSha256: String(files).padStart(64, "0") },
    { source: "csv", discountPercent: 0, defaultMrpPaise: null, take: [] },
    { report: () => {}, progress: () => {} },
    batchSize,
  );
  return importId!;
}

/** All rows of the catalogue by table and key, without `restored_at`. */
async function readCatalogue(): Promise<Record<string, unknown>> {
  const { rows } = await db.execute<{ key: string; row: unknown }>(sql`
    select 'book ' || id as key, to_jsonb(b) - 'restored_at' as row from books b
    union all select 'work ' || id, to_jsonb(w) - 'restored_at' from works w
    union all select 'author ' || id, to_jsonb(a) - 'restored_at' from authors a
    union all select 'series ' || id, to_jsonb(s) from series s
    union all select 'publisher ' || id, to_jsonb(p) from publishers p
    union all select 'category ' || id, to_jsonb(c) from categories c
    union all select 'person ' || work_id || ' ' || author_id || role, to_jsonb(c) from work_contributors c
    union all select 'category of ' || work_id || ' ' || category_id, to_jsonb(k) from work_categories k
    union all select 'place ' || work_id || ' ' || series_id, to_jsonb(v) from series_works v
    union all select 'subject ' || work_id || ' ' || scheme || code, to_jsonb(j) from work_subjects j
    union all select 'stock ' || book_id, to_jsonb(k) from stock k`);
  return Object.fromEntries(rows.map(({ key, row }) => [key, row]));
}

const person = (name: string) => ({ name, sortName: name, role: "author" as const, identifiers: [] });
const first = Array.from({ length: 30 }, (_, number) => ({
  reference: `r-${number}`,
  title: `Harbour tale ${number}`,
  subtitle: "A story",
  contributors: [person(`Writer ${number % 7}`)],
  publisher: `House ${number % 3}`,
  series: { name: "Harbour", position: number },
  subjects: [{ scheme: "name" as const, code: `Harbours ${number % 2}` }],
  mrpPaise: 30_000 + number,
  copies: 3,
}));
const second = [
  ...first.slice(0, 20).map((record, number) => ({
    ...record,
    subtitle: "Another story",
    mrpPaise: 40_000,
    publisher: "House 9",
    contributors: [person(`Writer ${number % 5}`)],
    series: { name: "Ports", position: number },
    subjects: [{ scheme: "name" as const, code: "Ports" }],
  })),
  { reference: "r-40", title: "Quite new", contributors: [person("Nobody Known")], mrpPaise: 9_900 },
  { reference: "r-21", notice: "delete" as const },
];

test("an undone import leaves what was there before it, and a hand edit made since", async () => {
  await take(first);
  const before = await readCatalogue();
  const importId = await take(second);
  expect(await readCatalogue()).not.toEqual(before);
  await db.execute(sql`update books set mrp_paise = 55500 where id = 'harbour-tale-3'`);
  const edited = (await readCatalogue())["book harbour-tale-3"] as { field_origins: Record<string, unknown> };

  const result = await undoImport(services, importId);

  expect(result).toEqual({
    removed: 6,
    restored: 41,
    books: { removed: 1, restored: 21 },
    left: ["harbour-tale-3: mrp_paise was not restored, because it was changed since."],
  });
  const after = await readCatalogue();
  expect(after["book harbour-tale-3"]).toMatchObject({ mrp_paise: 55_500, price_paise: 30_003, publisher: "House 0" });
  const known = before["book harbour-tale-3"] as object;
  expect({ ...after, "book harbour-tale-3": null }).toEqual({ ...before, "book harbour-tale-3": null });
  expect(after["book harbour-tale-3"]).toEqual({
    ...known,
    mrp_paise: 55_500,
    field_origins: { mrp_paise: edited.field_origins.mrp_paise },
  });
});

test("what an undone import put back was changed when it was undone", async () => {
  const records = [1, 2].map((number) => ({
    reference: `dated-${number}`,
    title: `A dated tale ${number}`,
    contributors: [{ ...person("Dated Writer"), bio: "Wrote." }],
    mrpPaise: 30_000,
  }));
  await take(records);
  const [changed, same] = records;
  await take([same!]);
  const importId = await take([{ ...changed!, subtitle: "With a subtitle", mrpPaise: 40_000 }, same!]);
  const restored = async () => {
    const { rows } = await db.execute<{ id: string; at: string | null }>(sql`
      select id, to_char(restored_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from books where id like 'a-dated-tale-%'
      union all select id || ', the work', to_char(restored_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from works where id like 'a-dated-tale-%' order by 1`);
    return rows.map(({ id, at }) => [id, at]);
  };
  expect((await restored()).map(([, at]) => at)).toEqual([null, null, null, null]);
  await undoImport(services, importId);
  expect(await restored()).toEqual([
    ["a-dated-tale-1", "2026-03-01T10:00:00Z"],
    ["a-dated-tale-1, the work", "2026-03-01T10:00:00Z"],
    ["a-dated-tale-2", null],
    ["a-dated-tale-2, the work", null],
  ]);
});

test("a book goes with the picture that was brought in for it, but not with one that a person chose", async () => {
  const importId = await take([
    { reference: "c-1", title: "Cover from a file", mrpPaise: 10_000, coverLink: "https://covers.example/1.jpg" },
    { reference: "c-2", title: "Cover by hand", mrpPaise: 10_000 },
  ]);
  const { rows } = await db.execute<{ coverLink: string | null }>(
    sql`select cover_link from books where source = 'csv' and record_reference in ('c-1', 'c-2') order by record_reference`,
  );
  expect(rows.map(({ coverLink }) => coverLink)).toEqual(["https://covers.example/1.jpg", null]);
  await db.execute(sql`
    insert into cover_images (id, width, height, paper, source, created_at)
    values ('p_0123456789abcdef0123', 400, 600, '#ffffff', '1.jpg', ${services.now()})`);
  for (const [reference, cause] of [
    ["c-1", "covers"],
    ["c-2", "person"],
  ] as const)
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`select set_config('endpaper.cause', ${cause}, true)`);
      await tx.execute(
        sql`update books set cover_image_id = 'p_0123456789abcdef0123' where record_reference = ${reference}`,
      );
    });
  expect((await undoImport(services, importId)) as object).toMatchObject({
    removed: 2,
    left: ["cover-by-hand was not deleted, because it was changed since."],
  });
});

test("an import is undone once, and one that nobody knows not at all", async () => {
  const importId = await take([{ reference: "u-1", title: "Undone", mrpPaise: 10_000 }]);
  expect(await undoImport(services, importId)).toMatchObject({ removed: 2 });
  expect(await undoImport(services, importId)).toBe("undone");
  expect(await undoImport(services, 999_999)).toBe("unknown");
});

test("a book that was sold is hidden from readers and stays on record", async () => {
  const importId = await take([
    { reference: "s-1", title: "Sold already", mrpPaise: 10_000 },
    { reference: "s-2", title: "Never sold", mrpPaise: 10_000 },
  ]);
  const order = await db.execute<{ id: string }>(sql`
    insert into orders (number, cart_version, state, email, name, phone, address_line1, city, state_code, pin,
      subtotal_paise, shipping_paise, total_paise, reserved_until)
    values ('EP-0123456789', 1, 'pending_payment', 'a@example.org', 'A', '+919876543210', '1 Road', 'Pune', 'MH', '411001',
      10000, 0, 10000, ${services.now()}) returning id`);
  await db.execute(sql`
    insert into order_lines (order_id, position, book_id, title, author, format, hsn, tax_class, quantity, unit_mrp_paise,
      unit_price_paise, total_paise)
    values (${order.rows[0]!.id}, 0, 'sold-already', 'Sold already', '', 'paperback', '4901', 'exempt', 1, 10000, 10000, 10000)`);
  expect(await undoImport(services, importId)).toEqual({
    removed: 2,
    restored: 0,
    books: { removed: 1, restored: 0 },
    left: ["sold-already is hidden from readers, but not deleted, because an order or an offer contains it."],
  });
  const { rows } = await db.execute<{ id: string; isListed: boolean }>(
    sql`select id, is_listed from books where id in ('sold-already', 'never-sold')`,
  );
  expect(rows).toEqual([{ id: "sold-already", isListed: false }]);
});

test("while one import runs another is refused by name", async () => {
  await db.execute(sql`
    insert into imports (kind, file_name, content_sha256, options, state, started_at)
    values ('catalogue', 'big.csv', ${"f".repeat(64)}, '{}', 'running', ${services.now()})`);
  await withImportLock(db, async () => {
    const busy = expect(take([{ reference: "b-1", title: "Busy", mrpPaise: 10_000 }])).rejects;
    await busy.toThrow(ImportRunningError);
    await expect(undoImport(services, 1)).rejects.toThrow(/import \d+ of big.csv/);
  });
  await take([{ reference: "b-1", title: "Busy", mrpPaise: 10_000 }]);
});

test("an import of many batches goes wholly, also what it changed of its own books and put under its own houses", async () => {
  const before = await readCatalogue();
  const record = (reference: string, more: Partial<BookRecord> = {}) => ({
    reference,
    title: `Batch ${reference}`,
    contributors: [person(`Batch writer ${reference}`)],
    mrpPaise: 10_000,
    ...more,
  });
  const importId = await take(
    [
      record("m-1", { publisher: "Batch house", subjects: [{ scheme: "name", code: "Batches" }] }),
      record("m-2"),
      record("m-3", { publisher: "Batch imprint", publisherGroup: "Batch house" }),
      record("m-4", { subjects: [{ scheme: "name", code: "Batches > Small ones" }] }),
      record("m-1", { mrpPaise: 20_000, subtitle: "Once more" }),
    ],
    2,
  );
  expect(await readCatalogue()).toMatchObject({ "book batch-m-1": { mrp_paise: 20_000 } });

  expect(await undoImport(services, importId)).toMatchObject({ left: [] });
  expect(await readCatalogue()).toEqual(before);
});

test("a field that an import changed in two of its batches is again as it was before the first", async () => {
  await take([{ reference: "twice", title: "Twice in one file", pages: 100, mrpPaise: 10_000 }]);
  const before = await readCatalogue();
  const importId = await take(
    [
      { reference: "twice", pages: 200, mrpPaise: 20_000 },
      { reference: "twice", pages: 300, mrpPaise: 30_000 },
    ],
    1,
  );
  const { rows } = await db.execute(sql`select pages, mrp_paise from books where record_reference = 'twice'`);
  expect(rows).toEqual([{ pages: 300, mrpPaise: 30_000 }]);
  await undoImport(services, importId);
  expect(await readCatalogue()).toEqual(before);
});

/** The other rows that an import adds, with an edit by a person that protects each from the undo. */
const besides = {
  author: {
    name: sql`update authors set name = 'Written By Hand' where name = 'Beside Writer'`,
    bio: sql`update authors set bio = 'Written by hand.' where name = 'Beside Writer'`,
    nothing: sql`select`,
  },
  series: {
    name: sql`update series set name = 'Written by hand' where name = 'Beside series'`,
    description: sql`update series set description = 'Written by hand.' where name = 'Beside series'`,
    nothing: sql`select`,
  },
  category: {
    name: sql`update categories set name = 'Written by hand' where name = 'Beside category'`,
    description: sql`update categories set description = 'Written by hand.' where name = 'Beside category'`,
    place: sql`update categories set position = 777 where name = 'Beside category'`,
    nothing: sql`select`,
  },
  publisher: { nothing: sql`select` },
};

test.each(
  Object.entries(besides).flatMap(([table, changes]) =>
    Object.entries(changes).map(([field, change]) => ({ table, field, change })),
  ),
)("of an undone import the $table stays when its $field was changed since, and nothing else of it", async (given) => {
  const { table, field, change } = given;
  const before = await readCatalogue();
  const importId = await take([
    {
      reference: `beside-${table}-${field}`,
      title: "Beside tale",
      contributors: [person("Beside Writer")],
      publisher: "Beside house",
      series: { name: "Beside series", position: 0 },
      subjects: [{ scheme: "name", code: "Beside category" }],
      mrpPaise: 10_000,
    },
  ]);
  const added = Object.keys(await readCatalogue()).filter((key) => !(key in before));
  expect(added.filter((key) => Object.keys(besides).some((name) => key.startsWith(`${name} beside`)))).toHaveLength(4);
  await db.execute(change);
  await undoImport(services, importId);
  const after = await readCatalogue();
  const stays = Object.keys(after).filter((key) => !(key in before));
  expect(stays).toEqual(field === "nothing" ? [] : [expect.stringMatching(`^${table} beside`)]);
  for (const key of Object.keys(before)) expect(after[key], key).toEqual(before[key]);
  for (const name of ["authors", "series", "categories"] as const)
    await db.execute(sql`delete from ${sql.raw(name)} where name in ('Written By Hand', 'Written by hand')
      or name like 'Beside%'`);
});

test("later prices and ages that an import brought go back with it to what was there, also to none and to 0", async () => {
  const known = { title: "A priced tale", mrpPaise: 10_000, contributors: [person("Priced Writer")] };
  await take([
    { ...known, reference: "p-1", laterMrps: [{ beginsOn: "2026-05-01", mrpPaise: 11_000 }], ageFrom: 0, ageTo: 0 },
    { ...known, reference: "p-2", title: "Another priced tale" },
  ]);
  const read = async () => {
    const { rows } = await db.execute(sql`
      select b.record_reference, w.age_from, w.age_to,
        (select jsonb_agg(to_jsonb(l) - 'cause' order by l.begins_on) from later_prices l where l.book_id = b.id) as later
      from books b join works w on w.id = b.work_id where b.record_reference in ('p-1', 'p-2') order by 1`);
    return rows;
  };
  const before = await read();
  expect(before[0]).toMatchObject({ ageFrom: 0, ageTo: 0, later: [{ begins_on: "2026-05-01", mrp_paise: 11_000 }] });
  const changed = { ageFrom: 3, ageTo: 5, laterMrps: [{ beginsOn: "2026-06-01", mrpPaise: 12_000 }] };
  const importId = await take([
    { ...known, reference: "p-1", ...changed },
    { ...known, reference: "p-2", title: "Another priced tale", ...changed },
  ]);
  expect(await read()).not.toEqual(before);
  await undoImport(services, importId);
  expect(await read()).toEqual(before);
});
