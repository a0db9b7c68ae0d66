/** Guesses what an uploaded file contains, and finds how the last file with the same columns was read. */
import { createHash } from "node:crypto";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { columnKey } from "#shop/catalogue/import/csv/columns.ts";
import type { SampledColumn } from "#shop/catalogue/import/csv/plan-csv.ts";
import { proposeTable, type ProposedTable } from "#shop/catalogue/import/open-file.server.ts";
import { ReadLimitError, type ReadLimit } from "#shop/catalogue/import/read-limit.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import type { CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import { isPictureName, openPictureFiles } from "#shop/catalogue/pictures/picture-files.server.ts";
import type { ImportJobKind } from "./import-job.server.ts";
import type { ImportJobOptions } from "./import-job-options.ts";

/** What a file seems to contain, and how to read it. */
export interface RecognizedUpload {
  kind: Exclude<ImportJobKind, "undo">;
  options: ImportJobOptions;
}

/** Budget of a guess: bytes of the file, and milliseconds, because the form waits for it. */
const [maxBytes, maxMs] = [512 * 1024, 500];

const newLimit = (): ReadLimit => ({
  bytes: maxBytes,
  until: performance.now() + maxMs,
  signal: new AbortController().signal,
});

/** The maximum number of columns that a form assigns. */
export const maxColumns = 200;

/** Identifies files with the same columns, in the same order. */
export function hashColumns(names: string[]): string {
  const keys = names.slice(0, maxColumns).map(columnKey);
  return createHash("sha256").update(keys.join("\n")).digest("base64url");
}

/** Guesses the kind of a file; the options are those of the last import of a file with the same columns. */
export async function recognizeUpload(db: Db, path: string): Promise<RecognizedUpload> {
  const limit = newLimit();
  try {
    const first = await proposeTable(path, {}, limit);
    return (await findLastOptions(db, first.columns)) ?? (await findSheet(db, path, first)) ?? guess(first.columns);
  } catch (error) {
    if (!(error instanceof UnreadableFileError || error instanceof ReadLimitError)) throw error;
    return { kind: (await holdsPictures(path)) ? "covers" : "books", options: {} };
  }
}

/** A table without titles that names prices or copies comes from a till. */
function guess(columns: SampledColumn[]): RecognizedUpload {
  const isOfTill = !hasField(columns, "title") && namesBooks(columns) && hasField(columns, "mrp", "price", "copies");
  return { kind: isOfTill ? "stock" : "books", options: {} };
}

const hasField = (columns: SampledColumn[], ...fields: CsvHeader[]) =>
  columns.some(({ field }) => field !== null && fields.includes(field));

const namesBooks = (columns: SampledColumn[]) => hasField(columns, "isbn", "reference", "isbn_or_code");

/** The number of files of a zip that are looked at. */
const maxFiles = 20;

/** Whether the file is a picture, or a zip with one among its first files. */
async function holdsPictures(path: string): Promise<boolean> {
  const limit = newLimit();
  try {
    const { files, close } = await openPictureFiles(path, limit);
    let looked = 0;
    try {
      for await (const file of files) {
        if (isPictureName(file.path)) return true;
        looked += 1;
        if (looked === maxFiles) break;
      }
      return false;
    } finally {
      close();
    }
  } catch (error) {
    if (error instanceof UnreadableFileError || error instanceof ReadLimitError) return false;
    throw error;
  }
}

/** The number of sheets of a workbook that are looked at after the first. */
const maxSheets = 5;

/**
 * Another sheet of a workbook whose first is no table of books, such as a title page: one whose columns were imported
 * before, else the first that is a table of books. A first sheet of books may only have other columns than last time, and
 * a later sheet be that of last time.
 */
async function findSheet(db: Db, path: string, { columns, sheets }: ProposedTable): Promise<RecognizedUpload | null> {
  if (namesBooks(columns)) return null;
  const limit = newLimit();
  let found: RecognizedUpload | null = null;
  for (const sheet of sheets?.names.slice(1, maxSheets + 1) ?? []) {
    const table = await proposeTable(path, { sheet }, limit).catch(() => null);
    if (!table) continue;
    const before = await findLastOptions(db, table.columns);
    if (before) return { ...before, options: { ...before.options, sheet } };
    if (namesBooks(table.columns)) found ??= { ...guess(table.columns), options: { sheet } };
  }
  return found;
}

async function findLastOptions(db: Db, columns: SampledColumn[]): Promise<RecognizedUpload | null> {
  if (columns.length === 0) return null;
  const columnsHash = hashColumns(columns.map(({ column }) => column));
  const { rows } = await db.execute<{ kind: string; options: unknown; fileName: string }>(sql`
    select kind, options, file_name from import_work
    where options ->> 'columnsHash' = ${columnsHash} and state = 'done'
    order by created_at desc limit 1`);
  const last = rows[0];
  if (!last) return null;
  // What is risky is asked for each file. The sheet of the last file may be missing from this one, or be out of date.
  const { isAgain: _, takesTitles: __, sheet: ___, knownCopies: ____, ...options } = last.options as ImportJobOptions;
  return { kind: last.kind as RecognizedUpload["kind"], options: { ...options, like: last.fileName } };
}
