/** Splits CSV blocks into rows; a row with broken quotes is rejected without losing the rows after it. */
import { CsvError, parse } from "csv-parse/sync";

import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

import { maxRecordBytes } from "./cut-lines.ts";
import type { DecodedLines } from "./encoding.ts";

/** The supported separators. */
export const separators = [",", ";", "\t", "|"] as const;
export type Separator = (typeof separators)[number];

/** A row with as many cells as the header, or the reason why it cannot be read. */
export type Row = RowPlace & ({ cells: string[]; mended: string[] } | { refused: string });

interface RowPlace {
  /** The line on which the row begins, counted from 1. */
  line: number;
  /** The bytes of the row in the file. */
  raw: Buffer;
}

/** The maximum number of lines of a record. A longer record is treated as a quote that was never closed. */
const maxRecordLines = 1000;

/** Maximum unclosed quotes before the file is rejected: each costs a second scan of up to `maxRecordBytes`. */
const maxOpenQuotes = 1000;

/** Splits complete lines into rows, block by block. Rejects a broken record and continues after its first line. */
export interface RowReader {
  read: (block: DecodedLines) => Generator<Row>;
  /** Skips a line that was too long to read. */
  skipLine: (line: Buffer) => Generator<Row>;
  /** Finishes the last row. */
  end: () => Generator<Row>;
}

/** A reader of rows with `width` cells; skips the lines of the header. */
export function createRowReader(separator: string, width: number, headerLines: number): RowReader {
  /** The beginning of a record with an open quote. */
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  let linesToSkip = headerLines;
  let openQuotes = 0;
  /** The line of a broken record whose continuation lines may follow as rows. */
  let brokenLine: number | undefined;
  const wronglyEncodedLines = new Set<number>();

  function* rows(block: Buffer, isLast: boolean): Generator<Row> {
    let bytes = rest.length > 0 ? Buffer.concat([rest, block]) : block;
    rest = Buffer.alloc(0);
    while (bytes.length > 0) {
      const { parsed, problem } = parseRows(bytes, separator);
      let begin = 0;
      let isBroken = problem !== undefined;
      for (const { cells, end } of parsed) {
        const raw = bytes.subarray(begin, end);
        const lines = countLines(raw);
        if (lines > 1 && isJoinedByQuote(raw, cells, lines, separator, width)) {
          isBroken = true;
          break;
        }
        begin = end;
        const row = checkRow(cells, raw, lines);
        line += lines;
        if (row) yield row;
      }
      bytes = bytes.subarray(begin);
      if (!isBroken) return;
      if (problem === "open" && begin === lastEnd(parsed) && !isLast && bytes.length <= maxRecordBytes) {
        rest = bytes;
        return;
      }
      const first = firstLine(bytes);
      const row = brokenRow(first);
      line += 1;
      bytes = bytes.subarray(first.length);
      yield row;
    }
  }

  /** Fits a row to the header; undefined for an empty one. */
  function checkRow(cells: string[], raw: Buffer, lines: number): Row | undefined {
    const place = { line, raw };
    if (raw.length > maxRecordBytes) return { ...place, refused: tooLong };
    if (cells.every((cell) => cell.trim() === "")) return undefined;
    const mended: string[] = [];
    if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ""))
      return {
        ...place,
        refused: `It has ${formatCount(cells.length, "cell")}, and the header has ${width}. A cell that contains the separator must be in quotes.`,
      };
    if (cells.length < width) {
      if (brokenLine !== undefined)
        return {
          ...place,
          refused: `It belongs to the record that begins on line ${brokenLine}, which cannot be read.`,
        };
      mended.push(
        `It has ${formatCount(cells.length, "cell")}, and the header has ${width}. The missing ones count as empty.`,
      );
    }
    brokenLine = undefined;
    if (wronglyEncodedLines.size > 0 && takeWrongLines(line, lines))
      mended.push("Its letters are not in the encoding of the file. They were read as Windows-1252.");
    if (raw.includes("\uFFFD")) mended.push("It has letters that cannot be read; “\uFFFD” stands for them.");
    return { ...place, cells: cells.length > width ? cells.slice(0, width) : cells, mended };
  }

  /** Whether one of these lines was in another encoding; removes it from the set. */
  function takeWrongLines(first: number, lines: number): boolean {
    let any = false;
    for (const wrong of wronglyEncodedLines) {
      if (wrong >= first + lines) break;
      any ||= wrong >= first;
      wronglyEncodedLines.delete(wrong);
    }
    return any;
  }

  /** The first line of a record with a misplaced quote: repaired if that is unambiguous, otherwise rejected. */
  function brokenRow(raw: Buffer): Row {
    const { parsed, problem } = parseRows(raw, separator, { areQuotesText: true });
    const mended = problem ? undefined : repairLine(parsed[0]?.cells ?? [], raw);
    if (mended) return mended;
    if (problem) openQuotes += 1;
    if (openQuotes > maxOpenQuotes)
      throw new UnreadableFileError(
        `More than ${maxOpenQuotes} records have a quote that does not end; the latest is on line ${line}. The file must be exported again.`,
      );
    brokenLine ??= line;
    return {
      line,
      raw,
      refused: "It has a quote that does not end, or not at the end of its cell. Reading continued on the next line.",
    };
  }

  /** Repairs a line with quotes inside cells, if it has as many cells as the header and balanced quotes. */
  function repairLine(written: string[], raw: Buffer): Row | undefined {
    const cells = written.map((cell) => cell.trim());
    if (cells.length !== width || !cells.every(isBalanced)) return undefined;
    const row = checkRow(cells.map(withoutOuterQuotes), raw, 1);
    if (row && "cells" in row && cells.some((cell) => cell.startsWith('"')))
      row.mended.push("A cell in quotes has quotes inside that are not doubled. They were taken as part of the text.");
    return row;
  }

  return {
    *read({ bytes, mended }) {
      if (rest.length === 0) wronglyEncodedLines.clear();
      const before = mended.length > 0 ? line + countLines(rest) : 0;
      for (const index of mended) wronglyEncodedLines.add(before + index);
      let begin = 0;
      while (linesToSkip > 0 && begin < bytes.length) {
        begin += firstLine(bytes.subarray(begin)).length;
        linesToSkip -= 1;
        line += 1;
      }
      yield* rows(bytes.subarray(begin), false);
    },
    *skipLine(raw) {
      yield* rows(Buffer.alloc(0), true);
      yield { line, raw, refused: tooLong };
      line += 1;
      brokenLine = undefined;
    },
    *end() {
      yield* rows(Buffer.alloc(0), true);
    },
  };
}

const tooLong = `It is longer than ${formatCount(maxRecordBytes, "byte")}.`;

interface ParsedRow {
  cells: string[];
  /** Offset of the next row. */
  end: number;
}

/** Parses rows up to the first problem: a quote that is still open at the end, or one within a cell. */
export function parseRows(
  bytes: Buffer,
  separator: string,
  { areQuotesText = false, to }: { areQuotesText?: boolean; to?: number } = {},
): { parsed: ParsedRow[]; problem?: "open" | "stray" } {
  const parsed: ParsedRow[] = [];
  try {
    parse(bytes, {
      delimiter: separator,
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      relax_quotes: areQuotesText,
      trim: !areQuotesText,
      ...(to && { to }),
      on_record: (cells: string[], { bytes: end }) => {
        parsed.push({ cells, end });
        return null;
      },
    });
    return { parsed };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { parsed, problem: error.code === "CSV_QUOTE_NOT_CLOSED" ? "open" : "stray" };
  }
}

function lastEnd(parsed: ParsedRow[]): number {
  return parsed.at(-1)?.end ?? 0;
}

/**
 * Whether a multi-line record is really several records joined by a missing quote: it is far too long, has too many
 * cells, or all its inner lines look like rows.
 */
function isJoinedByQuote(raw: Buffer, cells: string[], lines: number, separator: string, width: number): boolean {
  if (lines > maxRecordLines || cells.slice(width).some((cell) => cell.trim() !== "")) return true;
  if (lines < 3 || width < 3) return false;
  const inner = raw.toString("latin1").trimEnd().split("\n").slice(1, -1);
  return inner.length > 0 && inner.every((line) => line.split(separator).length === width);
}

/** Whether a cell that begins with a quote also ends with one, and the quotes inside are paired. */
function isBalanced(cell: string): boolean {
  return !cell.startsWith('"') || (cell.length > 1 && cell.endsWith('"') && cell.split('"').length % 2 === 1);
}

function withoutOuterQuotes(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1) : cell;
}

function firstLine(bytes: Buffer): Buffer {
  const end = bytes.indexOf(10);
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
}

/** Number of lines that begin in `bytes`. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = 0; at < bytes.length; lines += 1) {
    const end = bytes.indexOf(10, at);
    at = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}
