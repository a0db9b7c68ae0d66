import type { Head } from "#shop/catalogue/import/head.ts";
import { guessNameOrder, type NameOrder } from "#shop/catalogue/fields/csv/contributor-cells.ts";
import { readLetters } from "#shop/catalogue/fields/check/letters.ts";
import type { CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";

import { proposeColumns, useColumns, type ColumnMap, type ColumnUse } from "./columns.ts";
import { findEncoding, type CsvEncoding, type FoundEncoding } from "./encoding.ts";
import { parseRows } from "./read-rows.ts";

/** The characters that may stand between cells. */
export const separators = [",", ";", "\t", "|"] as const;
export type Separator = (typeof separators)[number];

/** What somebody says of a CSV file; the rest is found out. */
export interface CsvOptions {
  separator?: Separator;
  encoding?: CsvEncoding;
  columns?: ColumnMap;
  /** What a comma in a cell with two names means. */
  nameOrder?: NameOrder;
}

/** How a CSV file is going to be read. */
export interface CsvPlan {
  found: FoundEncoding;
  /** Lines end with a carriage return alone. */
  isMacintosh: boolean;
  separator: Separator;
  /** Lines up to the end of the header. */
  headerLines: number;
  columns: ColumnUse[];
  nameOrder: NameOrder;
  /** A title whose letters were lost, where most have lost them; else null. */
  lostTitle: string | null;
}

/**
 * Finds out how to read a CSV file from its beginning. Throws UnreadableFileError when it is no table, its columns are not
 * known, or the options cannot be right.
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
  const columns = useColumns(header.names, options.columns);
  const { parsed: rows } = parseRows(bytes.subarray(header.end), separator, { to: 1000 });
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

/** A table's columns with what is known of them, however little; none when its first line does not end. */
export function readColumns(head: Head, map?: ColumnMap): ColumnUse[] {
  const { text } = readText(head, findEncoding(head, undefined));
  const { before, said } = skipBefore(text);
  const rest = text.slice(before.length);
  const header = findHeader(Buffer.from(rest), said ?? guessSeparator(rest), map);
  return header ? proposeColumns(header.names, map) : [];
}

/** Tills write their name and the day above the header, in at most so many lines. */
const maxLinesAbove = 20;

/** The first of the upper rows that has the map's columns or two that are known, else the first row with anything in it. */
function findHeader(
  bytes: Buffer,
  separator: Separator,
  map: ColumnMap = {},
): { names: string[]; end: number } | undefined {
  const { parsed } = parseRows(bytes, separator, { to: maxLinesAbove });
  const rows = parsed
    .map(({ cells, end }) => ({ names: cells.map((cell) => cell.replace(/\s+/g, " ").trim()), end }))
    .filter(({ names }) => names.some((name) => name !== ""));
  const isLikely = ({ names }: { names: string[] }) =>
    proposeColumns(names, map).filter(({ field }) => field).length > 1;
  return rows.find(({ names }) => namesColumns(names, map)) ?? rows.find(isLikely) ?? rows[0];
}

function namesColumns(names: string[], map: ColumnMap): boolean {
  try {
    const used = useColumns(names, map).filter(({ field }) => field !== null);
    return used.length > 1 || Object.values(map).flat().length > 0;
  } catch {
    return false;
  }
}

function readText({ bytes }: Head, { encoding, markBytes }: FoundEncoding): { text: string; isMacintosh: boolean } {
  const text = new TextDecoder(encoding === "ascii" ? "utf-8" : encoding).decode(bytes.subarray(markBytes));
  const isMacintosh = !text.includes("\n") && text.includes("\r");
  return { text: isMacintosh ? text.replaceAll("\r", "\n") : text, isMacintosh };
}

/** Empty lines before the header, and Excel's line that names the separator: `sep=;`. */
function skipBefore(text: string): { before: string; said?: Separator } {
  const [before = ""] = /^(\s*\n)?(sep=.\r?\n)?/i.exec(text) ?? [];
  const said = /sep=(.)/i.exec(before)?.[1];
  return { before, said: separators.find((separator) => separator === said) };
}

/** The character that stands most often, outside quotes, in the first line that has any of them. */
function guessSeparator(text: string): Separator {
  for (const line of text.split("\n", maxLinesAbove)) {
    const bare = line.replace(/"[^"]*"/g, "");
    const counts = separators.map((separator) => bare.split(separator).length - 1);
    const most = Math.max(...counts);
    if (most > 0) return separators[counts.indexOf(most)]!;
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

/** Fewer titles than this are no reason to refuse a file: its rows are refused one by one. */
const fewTitles = 4;

/** One of the titles that have lost their letters, where most have: the file was saved wrongly then. */
function findLostTitle(rows: { cells: string[] }[], columns: ColumnUse[]): string | null {
  const titles = cellsOf(rows, columns, "title").filter((cell) => cell.trim() !== "");
  const lost = titles.filter((title) => "fault" in readLetters(title, "title"));
  return titles.length < fewTitles || lost.length * 2 <= titles.length ? null : (lost[0] ?? null);
}

function countLineEnds(text: string): number {
  return text.split("\n").length - 1;
}
