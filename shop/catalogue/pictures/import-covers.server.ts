/** Imports cover pictures from a folder, a zip or a file, as an import that can be undone. */
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { startOrResumeImport } from "#shop/catalogue/import/begin-import.server.ts";
import { assertReportWritable, openLines } from "#shop/catalogue/import/report-file.server.ts";
import { withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import type { Services } from "#shop/services.ts";
import { openPictureFiles, type PictureFile } from "./picture-files.server.ts";
import { PictureRefusedError } from "./read-picture.server.ts";
import { findCoveredBook, saveCover, type CoverOutcome } from "./save-cover.server.ts";

/** Numbers of files by their result. */
export interface CoverCounts extends Record<CoverOutcome, number> {
  refused: number;
  /** Files whose name is no ISBN, item code or id of a book. */
  unknown: number;
}

export interface CoverImportResult {
  counts: CoverCounts;
  /** A CSV of all files that were refused, not used or unknown; null if there were none. */
  reportPath: string | null;
}

export function noCovers(): CoverCounts {
  return { added: 0, replaced: 0, unchanged: 0, kept: 0, refused: 0, unknown: 0 };
}

/**
 * Imports a picture, or those of a folder or zip, as covers; each file is named by the ISBN, the item code or
 * the id of its book.
 * Idempotent, and can be undone. After an interruption the same call adds to the same import. Throws
 * UnreadableFileError, PictureStoreError, ImportRunningError and ImportLockLostError.
 */
export function importCovers(
  services: Pick<Services, "db" | "coverStore" | "now">,
  path: string,
  onProgress: (part: number, files: number) => void,
): Promise<CoverImportResult & { importId: number }> {
  return withImportLock(services.db, async (throwIfStopped) => {
    const { count, files, close } = await openPictureFiles(path);
    const reportPath = `${resolve(path)}.report.csv`;
    const report = openLines(reportPath, csvLine(["file", "what", "book", "reason"]));
    const counts = noCovers();
    const taken = new Map<string, string>();
    let done = 0;
    try {
      await assertReportWritable(reportPath);
      const importId = await startOrResume(services, path);
      for await (const file of files) {
        await throwIfStopped();
        const { what, book, reason } = await importFile(services, file, taken, importId);
        counts[what] += 1;
        if (reason) report.write(csvLine([file.path, what, book, reason]));
        done += 1;
        onProgress(done / count, done);
      }
      await endImport(services.db, importId, counts, services.now());
      return { importId, counts, reportPath: await report.end() };
    } finally {
      close();
      await report.end();
    }
  });
}

/** The id of the import: that of an interrupted one, whose pictures are read again and change nothing, or a new one. */
async function startOrResume({ db, now }: Pick<Services, "db" | "now">, path: string): Promise<number> {
  const { size, mtimeMs } = await stat(path);
  // A folder has no content to hash.
  const contentSha256 = createHash("sha256")
    .update(`${resolve(path)} ${size} ${mtimeMs}`)
    .digest("hex");
  const file = { kind: "covers", fileName: basename(path), contentSha256, options: {}, now: now() } as const;
  const { id } = await startOrResumeImport(db, file);
  return id;
}

async function endImport(db: Db, importId: number, { added, replaced, unchanged, refused }: CoverCounts, at: Date) {
  await db.execute(sql`
    update imports set state = 'done', ended_at = ${at},
      counts = ${JSON.stringify({ added, changed: replaced, unchanged, refused })}::jsonb
    where id = ${importId} and state = 'running'`);
}

/**
 * Imports one file. `taken` maps each book to the file that its picture came from: the first of two files for a book is
 * used.
 */
async function importFile(
  services: Pick<Services, "db" | "coverStore" | "now">,
  file: PictureFile,
  taken: Map<string, string>,
  importId: number,
): Promise<{ what: keyof CoverCounts; book: string; reason?: string }> {
  if (/^[\dX -]{10,17}[^\p{L}\d]+(?:back|rear|spine|inside)/iu.test(file.name))
    return { what: "refused", book: "", reason: "Its name says that it is not the front of a book." };
  const book = await findCoveredBook(services.db, file.name);
  if (!book) return { what: "unknown", book: "", reason: "No book has this ISBN, item code or id." };
  const before = taken.get(book.id);
  if (before) return { what: "refused", book: book.id, reason: `${before} was already imported for the same book.` };
  try {
    const saved = await saveCover(services, book, await file.read(), {
      source: file.path.slice(-200),
      by: "covers",
      importId,
    });
    const what = saved === "unchanged" ? await outcomeBefore(services.db, importId, book.id) : saved;
    taken.set(book.id, file.path);
    return what === "kept"
      ? { what, book: book.id, reason: "A person chose this book’s cover, so it was not changed." }
      : { what, book: book.id };
  } catch (error) {
    if (error instanceof PictureRefusedError) return { what: "refused", book: book.id, reason: error.message };
    throw error;
  }
}

/** What this import did to a cover before it was interrupted, so that its counts are those of all its runs. */
async function outcomeBefore(db: Db, importId: number, bookId: string): Promise<CoverOutcome> {
  const { rows } = await db.execute<{ wasAdded: boolean }>(sql`
    select before ->> 'cover_image_id' is null as was_added from import_changes
    where import_id = ${importId} and record = 'book' and record_id = ${bookId}`);
  if (!rows[0]) return "unchanged";
  return rows[0].wasAdded ? "added" : "replaced";
}
