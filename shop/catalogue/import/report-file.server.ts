/** Writes the report next to an imported file, in step with the transactions of the import. */
import { codeOf } from "#db/transaction.ts";
import { appendFile, open, rm, writeFile, type FileHandle } from "node:fs/promises";
import { resolve } from "node:path";

import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { UnreadableFileError, type ReportLine } from "#shop/catalogue/fields/raw-record.ts";

const header = csvLine(["line", "record", "what", "book", "field", "reason"]);

/**
 * The report next to an imported file. Each batch's transaction stores how many bytes of the report are valid, and
 * commits after its lines are written. Therefore a resumed import continues the report without lost or repeated lines.
 */
export interface ReportFile {
  /** Truncates the report to `bytes` and returns its length; 0 starts a new report with the header line. */
  goOn: (bytes: number) => Promise<number>;
  /**
   * Writes lines at the offset `bytes`, replacing those of a batch that was rolled back. `end` is the offset after
   * them, once `written` resolves.
   */
  write: (lines: ReportLine[], bytes: number) => { end: number; written: Promise<void> };
  /** Closes the report and returns its path, or null if it has no lines. */
  end: () => Promise<string | null>;
}

/**
 * Opens a report; the file is created with its first line. Throws UnreadableFileError if the path cannot be written.
 */
export async function openReport(path: string): Promise<ReportFile> {
  await assertReportWritable(path);
  let file: FileHandle | null = null;
  let size = 0;
  let last: Promise<void> = Promise.resolve();

  async function put(text: Buffer, at: number) {
    if (text.length === 0 && size === at) return;
    file ??= await open(path, "w", 0o600);
    if (size > at) await file.truncate(at);
    await file.write(text, 0, text.length, at);
    size = at + text.length;
  }

  return {
    async goOn(bytes) {
      if (bytes === 0) return 0;
      file = await open(path, "r+").catch((error: NodeJS.ErrnoException) => {
        // The file was deleted: a new one gets the remaining lines.
        if (error.code === "ENOENT") return null;
        throw error;
      });
      if (!file) return 0;
      size = Math.min(bytes, (await file.stat()).size);
      await file.truncate(size);
      return size;
    },
    write(lines, bytes) {
      const head = bytes === 0 && lines.length > 0 ? header : "";
      const text = Buffer.from(head + lines.map(reportLine).join(""));
      last = last.catch(() => {}).then(() => put(text, bytes));
      return { end: bytes + text.length, written: last };
    },
    async end() {
      await last.catch(() => {});
      await file?.close();
      file = null;
      return size > 0 ? path : null;
    },
  };
}

/** A report whose lines are collected in memory. */
export function collectReport(lines: ReportLine[]): ReportFile {
  return {
    goOn: async () => 0,
    write(more) {
      lines.push(...more);
      return { end: 0, written: Promise.resolve() };
    },
    end: async () => null,
  };
}

function reportLine({ place, kind, record, field, reason }: ReportLine): string {
  return csvLine([String(place.line), String(place.record), kind, record, field ?? "", reason]);
}

const besideFile = "Put the file into a folder where this account may write.";

/**
 * Throws UnreadableFileError, with `whatHelps`, if a report cannot be written at this path; called before the import
 * starts.
 */
export async function assertReportWritable(path: string, whatHelps = besideFile): Promise<void> {
  const report = resolve(path);
  try {
    const file = await open(report, "a");
    const { size } = await file.stat();
    await file.close();
    if (size === 0) await rm(report);
  } catch (error) {
    throw new UnreadableFileError(`The report ${report} cannot be written (${codeOf(error)}). ` + whatHelps, {
      cause: error,
    });
  }
}

const lineBytes = 64 * 1024;

/**
 * A text file that is created with its first line. `end` returns its path, or null without lines; throws if writing
 * failed.
 */
export function openLines(path: string, header: string) {
  let waiting = "";
  let isBegun = false;
  let last: Promise<void> = Promise.resolve();
  function put() {
    const text = waiting;
    const write = isBegun ? appendFile : writeFile;
    waiting = "";
    isBegun = true;
    last = last.then(() => write(path, text));
    last.catch(() => {}); // `end` reports the error.
  }
  return {
    write(line: string) {
      waiting += waiting === "" && !isBegun ? header + line : line;
      if (waiting.length > lineBytes) put();
    },
    async end(): Promise<string | null> {
      if (waiting !== "") put();
      await last;
      return isBegun ? path : null;
    },
  };
}
