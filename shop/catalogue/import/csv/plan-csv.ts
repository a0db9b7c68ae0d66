/** Determines how to read a CSV file from its beginning: encoding, separator, header, columns and order of names. */
import type { Head } from "#shop/catalogue/import/head.ts";
import { guessNameOrder, type NameOrder } from "#shop/catalogue/fields/csv/contributor-cells.ts";
import { readLetters } from "#shop/catalogue/fields/check/repair-encoding.ts";
import type { CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";

import { proposeColumns, assignColumns, type ColumnMap, type ColumnUse } from "./columns.ts";
import { addIsbnColumn, findHeader, maxLinesAbove } from "./find-header.ts";
import { findEncoding, type CsvEncoding, type FoundEncoding } from "./encoding.ts";
import { parseRows, separators, type Separator } from "./read-rows.ts";

/** Settings for a CSV file; absent settings are detected. */
export interface CsvOptions {
  separator?: Separator;
  encoding?: CsvEncoding;
  columns?: ColumnMap;
  /** The name of the sheet to read of a workbook; by default the first one that is not hidden. */
  sheet?: string;
  /** The meaning of a comma in a cell with two names. */
  nameOrder?: NameOrder;
}

/** A column with some of its values. */
export interface SampledColumn extends ColumnUse {
  samples: string[];
}

/** How to read a CSV file. */
export interface CsvPlan {
  found: FoundEncoding;
  /** Whether lines end with carriage returns only. */
  isMacintosh: boolean;
  separator: Separator;
  /** Number of lines up to the end of the header. */
  headerLines: number;
  columns: SampledColumn[];
  nameOrder: NameOrder;
  /** An example of a title with lost letters, if most titles have lost theirs; otherwise null. */
  lostTitle: string | null;
}

/**
 * Plans the reading of a CSV file from its beginning. Throws UnreadableFileError if it is no table, has no known
 * columns, or contradicts the options.
 */
export function planCsv(head: Head, options: CsvOptions = {}): CsvPlan {
  const found = findEncoding(head, options.encoding);
  const { text, isMacintosh } = readText(head, found);
  const { before, said } = skipBefore(text);
  const rest = text.slice(before.length);
  const separator = options.separator ?? said ?? guessSeparator(rest);
  const bytes = Buffer.from(rest);
  const header = findHeader(bytes, separator, options.columns);
  if (!header || (header.end >= bytes.length && !head.isWhole))
    throw new UnreadableFileError(
      "The first line does not end, or has a quote that does not end. It should name the columns.",
    );
  const { parsed: rows } = parseRows(bytes.subarray(header.end), separator, { to: 1000 });
  const uses = assignColumns(header.names, addIsbnColumn(header.names, rows, options.columns));
  const columns = addSamples(uses, rows);
  return {
    found,
    isMacintosh,
    separator,
    headerLines: countLineEnds(before) + countLineEnds(bytes.subarray(0, header.end).toString()),
    columns,
    lostTitle: findLostTitle(rows, columns),
    nameOrder: options.nameOrder ?? guessOrder(rows, columns),
  };
}

/** The columns of a table with the fields found for them, without errors; empty if its first line does not end. */
export function readColumns(
  head: Head,
  { columns: map, separator: given }: Pick<CsvOptions, "columns" | "separator"> = {},
): SampledColumn[] {
  const { text } = readText(head, findEncoding(head, undefined));
  const { before, said } = skipBefore(text);
  const rest = text.slice(before.length);
  const separator = given ?? said ?? guessSeparator(rest);
  const bytes = Buffer.from(rest);
  const header = findHeader(bytes, separator, map);
  if (!header) return [];
  const { parsed: rows } = parseRows(bytes.subarray(header.end), separator, { to: 1000 });
  return addSamples(proposeColumns(header.names, addIsbnColumn(header.names, rows, map)), rows);
}

/** The number of values shown for each column, the length at which each is cut, and the rows they are taken from. */
const [maxSamples, maxSampleLength, maxSampledRows] = [3, 60, 100];

/** Adds to each column its first values, each once. */
function addSamples(columns: ColumnUse[], rows: { cells: string[] }[]): SampledColumn[] {
  return columns.map((use, at) => {
    const samples = new Set<string>();
    for (const { cells } of rows.slice(0, maxSampledRows)) {
      const value = shorten(cleanText((cells[at] ?? "").slice(0, 4 * maxSampleLength)), maxSampleLength);
      if (value) samples.add(value);
      if (samples.size === maxSamples) break;
    }
    return { ...use, samples: [...samples] };
  });
}

function readText({ bytes }: Head, { encoding, markBytes }: FoundEncoding): { text: string; isMacintosh: boolean } {
  const text = new TextDecoder(encoding === "ascii" ? "utf-8" : encoding).decode(bytes.subarray(markBytes));
  const isMacintosh = !text.includes("\n") && text.includes("\r");
  return { text: isMacintosh ? text.replaceAll("\r", "\n") : text, isMacintosh };
}

/** Empty lines before the header, and Excel's line with the separator: `sep=;`. */
function skipBefore(text: string): { before: string; said?: Separator } {
  const [before = ""] = /^(\s*\n)?(sep=.\r?\n)?/i.exec(text) ?? [];
  const said = /sep=(.)/i.exec(before)?.[1];
  return { before, said: separators.find((separator) => separator === said) };
}

/** The most frequent separator outside quotes, in the first line that contains any. */
function guessSeparator(text: string): Separator {
  for (const line of text.split("\n", maxLinesAbove)) {
    const bare = line.replace(/"[^"]*"/g, "");
    const counts = separators.map((separator) => bare.split(separator).length - 1);
    const most = Math.max(...counts);
    if (most > 0) return separators[counts.indexOf(most)] ?? ",";
  }
  return ",";
}

function cellsOf(rows: { cells: string[] }[], columns: ColumnUse[], wanted: CsvHeader): string[] {
  const indexes = columns.flatMap(({ field }, index) => (field === wanted ? [index] : []));
  return rows.flatMap(({ cells }) => indexes.map((index) => cells[index] ?? ""));
}

function guessOrder(rows: { cells: string[] }[], columns: ColumnUse[]): NameOrder {
  return guessNameOrder(cellsOf(rows, columns, "authors"));
}

/**
 * The minimum number of titles for the check of lost letters. A file with fewer titles is read, and its rows are
 * rejected one by one.
 */
const fewTitles = 4;

/**
 * Returns a title with lost letters as an example, if most titles have lost letters because the file was saved in a
 * wrong encoding.
 */
function findLostTitle(rows: { cells: string[] }[], columns: ColumnUse[]): string | null {
  const titles = cellsOf(rows, columns, "title").filter((cell) => cell.trim() !== "");
  const lost = titles.filter((title) => "fault" in readLetters(title, "title"));
  return titles.length < fewTitles || lost.length * 2 <= titles.length ? null : (lost[0] ?? null);
}

function countLineEnds(text: string): number {
  return text.split("\n").length - 1;
}
