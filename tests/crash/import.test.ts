/** Kills imports at random moments; each must end with the same rows and report after it is resumed. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { afterAll, beforeAll, expect, inject, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { catalogueWriter, type CatalogueFormat } from "#shop/catalogue/export/catalogue-writer.ts";
import { drawer } from "#shop/catalogue/import/generated/draw-lots.ts";
import { generateRecords } from "#shop/catalogue/import/generated/generate-catalogue.ts";
import {
  importFile,
  type FileImportOptions,
  type FileImportResult,
} from "#shop/catalogue/import/import-file.server.ts";
import { ImportRunningError } from "#shop/catalogue/records/import-lock.server.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import { makeDataFolder } from "#tests/support/shop/child-shop.ts";
import { openTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import type { ImportJob } from "./import-process.ts";

const books = 300;
const batchSize = 25;
/** Number of killed imports of each format. */
const kills = 10;
const now = new Date("2026-03-01T10:00:00Z");
const seed = inject("modelSeed");

const straight = { csv: await openTestDatabase(), onix: await openTestDatabase() };
const killed: TestDatabase[] = [];
for (let number = 0; number < 2 * kills; number += 1) killed.push(await openTestDatabase({ connections: 3 }));

let folder: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ folder, remove } = await makeDataFolder());
  for (const format of ["csv", "onix"] as const)
    await writeFile(join(folder, `books.${format}`), await makeFile(format));
});
afterAll(() => remove());

/**
 * Writes a file of books and second editions, with some invalid records, some repeated with other prices, and some
 * deletions.
 */
async function makeFile(format: CatalogueFormat): Promise<string> {
  const records: RawRecord[] = [];
  for await (const { record } of generateRecords(books)) records.push(record);
  const again = records.slice(100, 130).map((record): RawRecord => ({ ...record, price: record.mrp }));
  const withWrong = records.flatMap((record, number): RawRecord[] =>
    number % 20 === 10 ? [record, { ...record, reference: `wrong-${number}`, isbn: "9780000000000" }] : [record],
  );
  const gone = records.slice(40, 50).map((record): RawRecord => ({ ...record, notice: "delete" }));
  const all = [...withWrong, ...again, ...gone];
  const { beginning, line, end } = catalogueWriter(format, "Crash", now);
  return [beginning, ...all.map(line), end(all.length)].join("");
}

function optionsOf(format: CatalogueFormat): FileImportOptions {
  return {
    csv: {},
    check: { exchangeRates: {}, discountPercent: 0 },
    plan: { source: format, discountPercent: 0, defaultMrpPaise: null, take: [] },
    isPreview: false,
    batchSize,
  };
}

function importHere(db: Db, format: CatalogueFormat): Promise<FileImportResult> {
  return importFile({ db, now: () => now }, join(folder, `books.${format}`), optionsOf(format), () => {});
}

/** Imports in another process, which is killed `milliseconds` after it reported `batches` batches. */
async function importAndDie(url: string, format: CatalogueFormat, batches: number, milliseconds: number) {
  const child = fork(join(import.meta.dirname, "import-process.ts"));
  const options = optionsOf(format);
  child.send({ url, path: join(folder, `books.${format}`), now: now.toISOString(), options } satisfies ImportJob);
  const ended = once(child, "exit");
  for (let heard = 0; heard <= batches; heard += 1) await Promise.race([once(child, "message"), ended]);
  await pause(milliseconds);
  child.kill("SIGKILL");
  await ended;
}

/** Resumes the import; waits until the server notices that the lock's owner is gone. */
async function resume(db: Db, format: CatalogueFormat): Promise<FileImportResult> {
  for (;;) {
    try {
      return await importHere(db, format);
    } catch (error) {
      if (!(error instanceof ImportRunningError)) throw error;
      await pause(20);
    }
  }
}

/** Every row that an import may write, without times and ids that differ between runs. */
async function readRows(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ row: string }>(sql`
    select concat(kind, ' ', record) as row from (
      select 'book' as kind, to_jsonb(b) || jsonb_build_object('field_origins', (
        select jsonb_object_agg(key, value ->> 'by') from jsonb_each(b.field_origins))) as record from books b
      union all select 'work', to_jsonb(w) || jsonb_build_object('field_origins', (
        select jsonb_object_agg(key, value ->> 'by') from jsonb_each(w.field_origins))) from works w
      union all select 'author', to_jsonb(a) from authors a
      union all select 'series', to_jsonb(s) from series s
      union all select 'publisher', to_jsonb(p) from publishers p
      union all select 'category', to_jsonb(c) from categories c
      union all select 'person', to_jsonb(c) from work_contributors c
      union all select 'category of', to_jsonb(k) from work_categories k
      union all select 'place', to_jsonb(v) from series_works v
      union all select 'subject', to_jsonb(j) from work_subjects j
      union all select 'number', to_jsonb(i) from author_identifiers i
      union all select 'stock', to_jsonb(k) from stock k
      union all select 'move', to_jsonb(m) - 'id' from stock_moves m
      union all select 'price', to_jsonb(p) - '{id,changed_at}'::text[] from price_changes p
      union all select 'addition', to_jsonb(d) - 'id' from import_additions d
      union all select 'change', to_jsonb(c) || jsonb_build_object('before', c.before - 'field_origins') from import_changes c
      union all select 'import', to_jsonb(i) from imports i
    ) written`);
  return rows.map(({ row }) => row).toSorted();
}

test.for(["csv", "onix"] as const)(
  "a killed import of %s goes on to the same catalogue as a straight one",
  { timeout: 480_000 },
  async (format) => {
    const { db } = straight[format];
    const whole = await importHere(db, format);
    expect(whole.counts).toMatchObject({ records: 355, added: books, unlisted: 10, refused: 15 });
    const expected = await readRows(db);
    const readReport = () => readFile(join(folder, `books.${format}.report.csv`), "utf8");
    const report = await readReport();
    const lastBatch = Math.floor((355 / batchSize) * 0.6);

    let inTheMidst = 0;
    for (let number = 0; number < kills; number += 1) {
      const draw = drawer(seed + killed.length);
      const { db, url } = killed.pop()!;
      await importAndDie(url, format, Math.floor(draw.part() * lastBatch), draw.part() * 20);
      const { rows } = await db.execute<{ state: string; doneRecords: number }>(
        sql`select state, done_records from imports`,
      );
      const [found] = rows;
      if (found?.state === "running" && found.doneRecords > 0) inTheMidst += 1;
      // It may have finished before the signal arrived.
      if (found?.state !== "done") expect((await resume(db, format)).counts).toEqual(whole.counts);
      const when = `number ${number}, killed after ${found?.doneRecords} records`;
      expect(await readRows(db), when).toEqual(expected);
      expect(await readReport(), when).toBe(report);
    }
    // Otherwise too few were killed while running.
    expect(inTheMidst).toBeGreaterThan(kills / 3);
  },
);
