/** Assigns the columns of a CSV file to fields: by a map, by known exports of other programs, or by their headers. */
import { z } from "zod";

import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import type { ColumnFacts } from "#shop/catalogue/fields/book-field.ts";
import { unitOf } from "#shop/catalogue/fields/csv/csv-cells.ts";
import { csvColumn, csvHeaders, type CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import { knownColumns } from "./known-exports.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";

/** The headers of the columns that fill each field; an empty list leaves the field unchanged. */
export type ColumnMap = Partial<Record<CsvHeader, string[]>>;

/** The map of columns with chosen fields; a field without a column gets an empty list, so that none is guessed. */
export function mapColumns(uses: { column: string; field: string | null }[]): ColumnMap {
  return Object.fromEntries(
    csvHeaders.map((field) => [field, uses.filter((use) => use.field === field).map(({ column }) => column)]),
  );
}

/** A column of a file and the field that it fills; null if it is not used. */
export interface ColumnUse {
  column: string;
  field: CsvHeader | null;
  /** For an unused column: a field without a column, which it may be intended for. */
  near?: CsvHeader;
}

/** The number of characters of a header that are compared. */
const maxName = 200;

/**
 * The maximum number of columns, far more than tables of books have. It exists because each column is compared with
 * each field.
 */
const maxColumns = 1000;

/** Normalizes a header for comparison: letters and digits in lower case, without a unit in brackets. */
export function columnKey(header: string): string {
  const name = header.slice(0, maxName);
  return foldText(name.replace(/[([][^)\]]*[)\]]\s*$/, "") || name).replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}

/** The unit at the end of a header: `Weight (kg)`, `height_cm`. */
export function columnUnit(header: string): ColumnFacts["unit"] {
  const word = /[\s_([]([a-z]+)[)\]]?\s*$/i.exec(header.slice(0, maxName))?.[1];
  return word === undefined ? undefined : unitOf(word.toLowerCase());
}

/**
 * Assigns the columns of a header to fields: those in `map` as given, the others by common names. Throws
 * UnreadableFileError if the map names an unknown column, or no column identifies books.
 */
export function assignColumns(header: string[], map: ColumnMap = {}): ColumnUse[] {
  if (header.length > maxColumns)
    throw new UnreadableFileError(`The first line names ${header.length} columns. At most ${maxColumns} can be read.`);
  const listed = listColumns(header);
  const said = new Map<number, string>();
  for (const field of typedKeys(map))
    for (const column of map[field] ?? []) {
      const at = findColumn(header, column);
      if (at < 0)
        throw new UnreadableFileError(`There is no column “${column}” for ${field}. The columns are: ${listed}.`);
      const other = said.get(at);
      if (other && other !== field)
        throw new UnreadableFileError(`The column “${column}” cannot be both ${other} and ${field}.`);
      said.set(at, field);
    }
  const { uses, ignored } = fillColumns(header, map);
  if (!uses.some(({ field }) => field !== null && identifying.includes(field)))
    throw new UnreadableFileError(
      `No column of the first line was recognized as a title, an ISBN or an item code. State which column it is. The columns are: ${listed}.`,
    );
  const isFilled = (field: CsvHeader) => (map[field] ?? []).length > 0 || uses.some((use) => use.field === field);
  return uses.map((use) => {
    const near = use.field || ignored.has(use) ? undefined : suggestField(use.column, isFilled);
    return near ? { ...use, near } : use;
  });
}

/** A table must have at least one of these fields. */
const identifying: CsvHeader[] = ["isbn", "title", "reference", "isbn_or_code"];

/** Sets the fields of columns from the export of a known program; returns the columns that have no field there. */
function useKnownExport(uses: ColumnUse[], isMapped: (field: CsvHeader) => boolean): Set<ColumnUse> {
  const known = knownColumns(uses.map(({ column }) => columnKey(column)));
  const ignored = new Set<ColumnUse>();
  for (const use of uses) {
    const field = use.field ? undefined : known[columnKey(use.column)];
    if (field === null) ignored.add(use);
    else if (field && !isMapped(field)) use.field = field;
  }
  return ignored;
}

/** The header keys of a field: its own, its label on pages, and its synonyms, best first. */
export function keysOf(name: CsvHeader): string[] {
  const { label, synonyms } = csvColumn(name);
  return [columnKey(name), columnKey(label), ...synonyms.split(" ").filter(Boolean)];
}

/** The unfilled field whose name is closest to a column's header or contained in it. */
function suggestField(column: string, isFilled: (field: CsvHeader) => boolean): CsvHeader | undefined {
  const key = columnKey(column).slice(0, 60);
  if (key.length < 3) return undefined;
  const parts = joinWords(column);
  const near = csvHeaders.flatMap((name) => {
    if (isFilled(name)) return [];
    const distances = keysOf(name).map((known) => distanceOf(key, known, parts));
    const distance = Math.min(...distances);
    return distance < far ? [{ name, distance }] : [];
  });
  return near.sort((one, other) => one.distance - other.distance)[0]?.name;
}

const far = 9;

/** The successive words of a header, joined as names are; at most 6 words. */
function joinWords(column: string): Set<string> {
  const words =
    foldText(column.slice(0, maxName))
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.slice(0, 6) ?? [];
  return new Set(
    words.flatMap((_, from) => words.slice(from).map((__, at) => words.slice(from, from + at + 1).join(""))),
  );
}

/** 0 to 2 for the number of differing letters, 3 for a header with the words of the name; `far` otherwise. */
function distanceOf(key: string, known: string, parts: ReadonlySet<string>): number {
  const allowed = Math.min(key.length, known.length) < 4 ? 0 : Math.min(key.length, known.length) < 7 ? 1 : 2;
  const letters = Math.abs(key.length - known.length) > 2 ? far : lettersBetween(key, known);
  if (letters <= allowed) return letters;
  return known.length >= 4 && parts.has(known) ? 3 : far;
}

/** Levenshtein distance. */
function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length]!;
}

/** Like `assignColumns`, but never throws: ignores unknown columns of the map and missing keys. */
export function proposeColumns(header: string[], map: ColumnMap = {}): ColumnUse[] {
  return fillColumns(header, map).uses;
}

/** All columns with their fields, and the columns of a known export that the shop has no field for. */
function fillColumns(header: string[], map: ColumnMap): { uses: ColumnUse[]; ignored: Set<ColumnUse> } {
  const uses = header.slice(0, maxColumns).map((column): ColumnUse => ({ column, field: null }));
  for (const field of typedKeys(map))
    for (const column of map[field] ?? []) {
      const use = uses[findColumn(header, column)];
      if (use) use.field ??= field;
    }
  const isMapped = (field: CsvHeader) => field in map;
  const ignored = useKnownExport(uses, isMapped);
  guessColumns(
    uses.filter((use) => !ignored.has(use)),
    isMapped,
  );
  return { uses, ignored };
}

/** Assigns free columns to the fields named like them. A list field takes all matches, others the best one. */
function guessColumns(uses: ColumnUse[], isMapped: (field: CsvHeader) => boolean) {
  for (const name of csvHeaders) {
    if (isMapped(name)) continue;
    const field = csvColumn(name);
    const keys = keysOf(name);
    if (!field.isList && uses.some((use) => use.field === name)) continue;
    const ranked = uses
      .map((use) => ({ use, rank: use.field ? -1 : rankOf(use.column, keys) }))
      .filter(({ rank }) => rank >= 0)
      .sort((one, other) => one.rank - other.rank);
    for (const { use } of field.isList ? ranked : ranked.slice(0, 1)) use.field = name;
  }
}

/** The rank of a column among the names of a field; -1 if it is none of them. */
function rankOf(column: string, keys: string[]): number {
  const key = columnKey(column);
  const exact = keys.indexOf(key);
  if (exact >= 0 || !columnUnit(column)) return exact;
  return keys.findIndex((name) => key.startsWith(name) && unitOf(key.slice(name.length)));
}

/** The index of a column by its exact name, otherwise by its normalized one. */
function findColumn(header: string[], column: string): number {
  const exact = header.indexOf(column.trim());
  return exact >= 0 ? exact : header.findIndex((name) => columnKey(name) === columnKey(column));
}

function listColumns(header: string[]): string {
  const names = header
    .slice(0, 40)
    .map((column) => (column.length > 60 ? `${column.slice(0, 60)}…` : column) || "(no name)");
  return names.join(", ") + (header.length > names.length ? ` and ${header.length - names.length} more` : "");
}

const mapFile = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()]));

/**
 * Parses a map of columns: `title=Book Name,authors=Writer`, where an empty name leaves the field unchanged, or JSON
 * such as `{"title": "Book Name", "authors": ["Author 1", "Author 2"]}`. Throws UnreadableFileError for invalid syntax
 * and unknown fields.
 */
export function parseColumnMap(text: string): ColumnMap {
  return text.trimStart().startsWith("{") ? parseMapFile(text) : parseMapOption(text);
}

function parseMapFile(text: string): ColumnMap {
  const { success, data } = mapFile.safeParse(parseJson(text));
  if (!success)
    throw new UnreadableFileError(
      'The map of columns is not understood. It should look like {"title": "Book Name", "authors": "Writer"}.',
    );
  return Object.fromEntries(
    Object.entries(data).map(([field, columns]) => [knownField(field), columns === null ? [] : [columns].flat()]),
  );
}

function parseMapOption(text: string): ColumnMap {
  const map: ColumnMap = {};
  for (const part of text.split(",")) {
    const sign = part.indexOf("=");
    if (sign < 0)
      throw new UnreadableFileError(
        `“${part.trim()}” is not understood. Write title=Book Name,authors=Writer, or use a file when names have commas.`,
      );
    const column = part.slice(sign + 1).trim();
    const columns = (map[knownField(part.slice(0, sign))] ??= []);
    if (column !== "") columns.push(column);
  }
  return map;
}

function knownField(text: string): CsvHeader {
  const field = csvHeaders.find((name) => columnKey(name) === columnKey(text));
  if (!field)
    throw new UnreadableFileError(`There is no field “${text.trim()}”. The fields are: ${csvHeaders.join(", ")}.`);
  return field;
}
