/** Runs an import or undo of the desk in the background, and saves its progress and result in the job's row. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { importFile } from "#shop/catalogue/import/import-file.server.ts";
import { ImportLockLostError, ImportRunningError } from "#shop/catalogue/records/import-lock.server.ts";
import { importLookupFile } from "#shop/catalogue/import/lookup/import-lookup-file.server.ts";
import { openRecordFile } from "#shop/catalogue/import/open-file.server.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { importStockFile } from "#shop/catalogue/import/stock/import-stock-file.server.ts";
import { undoImport } from "#shop/catalogue/import/undo-import.server.ts";
import { importCovers } from "#shop/catalogue/pictures/import-covers.server.ts";
import { PictureStoreError } from "#shop/catalogue/pictures/picture-store.ts";
import { PictureRefusedError } from "#shop/catalogue/pictures/read-picture.server.ts";
import type { Services } from "#shop/services.ts";
import {
  endJob,
  findMarked,
  findUpload,
  noteProgress,
  seenEverySeconds,
  workFolder,
  type ImportJob,
  type ImportJobProgress,
} from "./import-job.server.ts";
import { StoppedError } from "./background-jobs.server.ts";
import { toPriceOptions, toCsvOptions, toOverwrittenFields, toRecordOptions } from "./read-options.server.ts";
import { describeBooks, describeStock } from "./describe-results.server.ts";
import { describeMissingFile } from "./describe-missing-file.ts";
import type { ImportJobResult } from "./import-job-options.ts";

type ImportJobServices = Pick<Services, "db" | "now" | "coverStore" | "uploads">;

interface Ended {
  importId: number | null;
  result: ImportJobResult;
}

/**
 * Starts a job that this process has marked as running; it continues after the request. Resubmitting the form starts
 * nothing, because the job is running, has ended, or belongs to another process. A new job with the same file and
 * options continues where the earlier import stopped; only pictures of covers are all read again.
 */
export function startJob(services: ImportJobServices, id: string): void {
  services.uploads.work.begin(id, async (throwIfStopped) => {
    const { db, now, uploads } = services;
    const progress: ImportJobProgress = {};
    const note = () => noteProgress(db, id, uploads.work, progress).catch(() => {});
    const seen = setInterval(() => void note(), seenEverySeconds * 1000);
    let toldAt = 0;
    const tell = (news: ImportJobProgress) => {
      throwIfStopped();
      Object.assign(progress, news);
      if (performance.now() - toldAt < 1000) return;
      toldAt = performance.now();
      void note();
    };
    try {
      const work = await findMarked(db, id, uploads.work);
      if (!work) return;
      const { importId, result } = await runJob(services, work, tell);
      const isNoted = await endJob(db, id, uploads.work, { state: "done", importId, result }, now());
      // Deletes the uploaded file, which is no longer needed; the report stays.
      const upload = work.kind === "undo" || !isNoted ? null : await findUpload(uploads, id);
      if (upload) await rm(upload.path, { recursive: true, force: true });
    } catch (error) {
      // Leave the row as it is: without heartbeats the desk soon shows the job as stopped, and staff can resume it.
      if (error instanceof StoppedError || uploads.work.isStopped()) return;
      const problem = describeProblem(error);
      if (problem === null) console.error("An import or undo at the desk failed:", error);
      const isBusy = error instanceof ImportRunningError;
      const words =
        problem ?? "Something went wrong on the shop’s side. The changes made so far stay, and you can start again.";
      const end = { state: isBusy ? "waiting" : "failed", problem: words } as const;
      await endJob(db, id, uploads.work, end, now()).catch(() => {});
    } finally {
      clearInterval(seen);
    }
  });
}

/** The error message for staff; null for an internal error. */
function describeProblem(error: unknown): string | null {
  const isPlain =
    error instanceof UnreadableFileError ||
    error instanceof ImportRunningError ||
    error instanceof ImportLockLostError ||
    error instanceof PictureRefusedError ||
    error instanceof PictureStoreError ||
    error instanceof JobRefusedError;
  return isPlain ? error.message : null;
}

/**
 * Thrown if the job cannot run: its file or import no longer exists, the file was imported before, or the import is
 * already undone. The message is for staff.
 */
class JobRefusedError extends Error {}

async function runJob(
  services: ImportJobServices,
  work: ImportJob,
  tell: (progress: ImportJobProgress) => void,
): Promise<Ended> {
  if (work.kind === "undo") return undo(services, work, tell);
  const upload = await findUpload(services.uploads, work.id);
  if (!upload) throw new JobRefusedError(describeMissingFile("file", work));
  switch (work.kind) {
    case "books":
      return takeBooks(services, upload.path, work, tell);
    case "stock":
      return takeStock(services, upload.path, work, tell);
    case "lookup":
      return takeLookups(services, upload.path, work, tell);
    case "covers":
      return takeCovers(services, upload.path, tell);
  }
}

async function takeBooks(
  services: ImportJobServices,
  path: string,
  { options }: ImportJob,
  tell: (progress: ImportJobProgress) => void,
): Promise<Ended> {
  const { format } = await openRecordFile(path, toCsvOptions(options));
  const { importId, counts, reportPath, isResumed, unknownSubjects, raisedMrps, file } = await importFile(
    services,
    path,
    { csv: toCsvOptions(options), ...toRecordOptions(options, format), isPreview: false },
    ({ counts, bytesRead, bytes, isThrottled }) =>
      tell({ part: bytesRead / bytes, done: counts.records, refused: counts.refused, isThrottled }),
  );
  return {
    importId,
    result: {
      ...describeBooks({ counts, isResumed, unknownSubjects, raisedMrps, sheetNotes: file.sheets?.notes() ?? [] }),
      report: reportPath && basename(reportPath),
    },
  };
}

async function takeStock(
  services: ImportJobServices,
  path: string,
  { options }: ImportJob,
  tell: (progress: ImportJobProgress) => void,
): Promise<Ended> {
  const { source, isAgain = false } = options;
  const { importId, counts, reportPath, isRepeated, isResumed, raisedMrps } = await importStockFile(
    services,
    path,
    {
      csv: toCsvOptions(options),
      stock: { ...(source && { source }), take: toOverwrittenFields(options) },
      isPreview: false,
      isAgain,
    },
    ({ counts, bytesRead, bytes, isThrottled }) =>
      tell({ part: bytesRead / bytes, done: counts.records, refused: counts.refused, isThrottled }),
  );
  if (isRepeated)
    throw new JobRefusedError(
      `This is the file that was imported last, as import ${importId}. Nothing was changed, because books may have been sold since. To import the same file once more, tick the option for this, and start again.`,
    );
  return {
    importId,
    result: { ...describeStock({ counts, isResumed, raisedMrps }), report: reportPath && basename(reportPath) },
  };
}

async function takeLookups(
  services: ImportJobServices,
  path: string,
  { options }: ImportJob,
  tell: (progress: ImportJobProgress) => void,
): Promise<Ended> {
  const { importId, counts, reportPath, isResumed } = await importLookupFile(
    services,
    path,
    { csv: toCsvOptions(options), check: toPriceOptions(options), isPreview: false },
    ({ counts, bytesRead, bytes, isThrottled }) =>
      tell({ part: bytesRead / bytes, done: counts.records, refused: counts.refused, isThrottled }),
  );
  return {
    importId,
    result: {
      counts: [
        ["records read", counts.records],
        ["stored for look-ups", counts.kept],
        ["refused", counts.refused],
        ["skipped", counts.skipped],
        ["values corrected or left out", counts.mended],
      ],
      notes: ["The catalogue was not changed.", ...(isResumed ? ["The import continued where it had stopped."] : [])],
      report: reportPath && basename(reportPath),
    },
  };
}

async function takeCovers(
  services: ImportJobServices,
  path: string,
  tell: (progress: ImportJobProgress) => void,
): Promise<Ended> {
  const { importId, counts, reportPath } = await importCovers(services, path, (part, done) => tell({ part, done }));
  return {
    importId,
    result: {
      counts: [
        ["new covers", counts.added],
        ["changed", counts.replaced],
        ["unchanged", counts.unchanged],
        ["not changed, because a person chose the cover", counts.kept],
        ["without a book in the shop", counts.unknown],
        ["refused", counts.refused],
      ],
      notes: [],
      report: reportPath && basename(reportPath),
    },
  };
}

async function undo(
  services: ImportJobServices,
  { id, importId }: ImportJob,
  tell: (progress: ImportJobProgress) => void,
): Promise<Ended> {
  const done = await undoImport(services, importId!, ({ removed, restored }) => tell({ done: removed + restored }));
  if (done === "unknown") throw new JobRefusedError("There is no such import.");
  if (done === "undone") throw new JobRefusedError("This import is already undone.");
  const { books, left } = done;
  if (left.length > 0) {
    const folder = workFolder(services.uploads, id);
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, "undo.left.csv"),
      csvLine(["not undone"]) + left.map((line) => csvLine([line])).join(""),
    );
  }
  return {
    importId,
    result: {
      counts: [
        ["books deleted", books.removed],
        ["books restored", books.restored],
        ["not undone", left.length],
      ],
      notes: left.slice(0, 20),
      report: left.length > 0 ? "undo.left.csv" : null,
    },
  };
}
