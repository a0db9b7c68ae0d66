import { appendFile, open, rm, writeFile, type FileHandle } from "node:fs/promises";
import { resolve } from "node:path";

import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { UnreadableFileError, type ReportLine } from "#shop/catalogue/fields/raw-record.ts";

const header = csvLine(["line", "record", "what", "book", "field", "reason"]);

/**
 * The report beside an imported file. An import notes how many bytes of it count in the transaction of each batch, and a
 * batch is committed when its lines are written: so an import that is cut off goes on in the same report, without a line
 * lost or twice.
 */
export interface ReportFile {
  /** Takes off what stands behind so many bytes, and answers how many are there; 0 begins anew with the first line. */
  goOn: (bytes: number) => Promise<number>;
  /**
   * Writes lines behind so many bytes, over what a batch that was not committed left there. `end` is where they will end
   * when `written` is done.
   */
  write: (lines: ReportLine[], bytes: number) => { end: number; written: Promise<void> };
  /** Answers its path, or null when it has no line. */
  end: () => Promise<string | null>;
}

/** Opens the report of that path; there is no file before the first line. Throws UnreadableFileError when there can be none. */
export async function openReport(path: string): Promise<ReportFile> {
  await checkReportPlace(path);
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
        // Somebody took it away: a new one has the rest.
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

function reportLine({ place, kind, record, field, reason }: ReportLine): string {
  return csvLine([String(place.line), String(place.record), kind, record, field ?? "", reason]);
}

const besideFile = "Put the file into a folder where this account may write.";

/** Throws UnreadableFileError, with what helps, when a report cannot be written there: said before the work begins that it is of. */
export async function checkReportPlace(path: string, whatHelps = besideFile): Promise<void> {
  const report = resolve(path);
  try {
    const file = await open(report, "a");
    const { size } = await file.stat();
    await file.close();
    if (size === 0) await rm(report);
  } catch (error) {
    throw new UnreadableFileError(
      `What is refused is written into ${report}, and that cannot be written (${(error as NodeJS.ErrnoException).code}). ` +
        whatHelps,
      { cause: error },
    );
  }
}

const lineBytes = 64 * 1024;

/** A file of lines that is there only when it has one. `end` answers its path, or null; it throws when the file could not be written. */
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
    last.catch(() => {}); // `end` says it
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
