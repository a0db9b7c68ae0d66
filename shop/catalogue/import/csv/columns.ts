import { z } from "zod";

import type { ColumnFacts } from "#shop/catalogue/fields/book-field.ts";
import { unitOf } from "#shop/catalogue/fields/csv/csv-cells.ts";
import { csvColumn, csvHeaders, type CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import { knownColumns } from "./known-exports.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";

/** Which columns, by the names in the file's header, fill a field; none when the field is to stay as it is. */
export type ColumnMap = Partial<Record<CsvHeader, string[]>>;

/** A column of a file, and the field that it fills; null when it is not used. */
export interface ColumnUse {
  column: string;
  field: CsvHeader | null;
  /** Of a column that is not used: a field that no column fills, and that it may have been meant for. */
  near?: CsvHeader;
}

/** Columns differ before this many letters. */
const maxName = 200;

/** Tables of books have fewer; the guess looks at each column for each field. */
const maxColumns = 1000;

/** How a header is compared: letters and digits in lower case, without a unit in brackets. */
export function columnKey(header: string): string {
  const name = header.slice(0, maxName);
  return foldText(name.replace(/[([][^)\]]*[)\]]\s*$/, "") || name).replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}

/** The unit that a header names at its end: `Weight (kg)`, `height_cm`. */
export function columnUnit(header: string): ColumnFacts["unit"] {
  const word = /[\s_([]([a-z]+)[)\]]?\s*$/i.exec(header.slice(0, maxName))?.[1];
  return word === undefined ? undefined : unitOf(word.toLowerCase());
}

/**
 * Which field each column of a header fills: as the map says, and guessed for the rest by the names people use. Throws
 * UnreadableFileError when the map names a column that is not there, and when no column can tell books apart.
 */
export function useColumns(header: string[], map: ColumnMap = {}): ColumnUse[] {
  if (header.length > maxColumns)
    throw new UnreadableFileError(`The first line names ${header.length} columns. At most ${maxColumns} can be read.`);
  const listed = listColumns(header);
  const said = new Map<number, string>();
  for (const [field, columns] of Object.entries(map) as [CsvHeader, string[]][])
    for (const column of columns) {
      const at = findColumn(header, column);
      if (at < 0)
        throw new UnreadableFileError(`There is no column “${column}” for ${field}. The columns are: ${listed}.`);
      const other = said.get(at);
      if (other && other !== field)
        throw new UnreadableFileError(`The column “${column}” cannot be both ${other} and ${field}.`);
      said.set(at, field);
    }
  const { uses, passedOver } = fillColumns(header, map);
  if (!uses.some(({ field }) => field === "isbn" || field === "title" || field === "reference"))
    throw new UnreadableFileError(
      `No column of the first line is known as a title, an ISBN or a key. Say which column it is. The columns are: ${listed}.`,
    );
  const isFilled = (field: CsvHeader) => (map[field] ?? []).length > 0 || uses.some((use) => use.field === field);
  return uses.map((use) => {
    const near = use.field || passedOver.has(use) ? undefined : nearField(use.column, isFilled);
    return near ? { ...use, near } : use;
  });
}

/** Gives the columns of a known program's export their fields; answers those that have none. */
function useKnownExport(uses: ColumnUse[], isMapped: (field: CsvHeader) => boolean): Set<ColumnUse> {
  const known = knownColumns(uses.map(({ column }) => columnKey(column)));
  const passedOver = new Set<ColumnUse>();
  for (const use of uses) {
    const field = use.field ? undefined : known[columnKey(use.column)];
    if (field === null) passedOver.add(use);
    else if (field && !isMapped(field)) use.field = field;
  }
  return passedOver;
}

/** What a field's column is called: its own name, what the shop's pages call it, and what others do, best first. */
export function keysOf(name: CsvHeader): string[] {
  const { label, synonyms } = csvColumn(name);
  return [columnKey(name), columnKey(label), ...synonyms.split(" ").filter(Boolean)];
}

/** A field whose name a column nearly has, or holds; names that are filled already are of no help. */
function nearField(column: string, isFilled: (field: CsvHeader) => boolean): CsvHeader | undefined {
  const key = columnKey(column).slice(0, 60);
  if (key.length < 3) return undefined;
  const near = csvHeaders.flatMap((name) => {
    if (isFilled(name)) return [];
    const distances = keysOf(name).map((known) => distanceOf(key, known));
    const distance = Math.min(...distances);
    return distance < far ? [{ name, distance }] : [];
  });
  return near.sort((one, other) => one.distance - other.distance)[0]?.name;
}

const far = 9;

/** 0 to 2 letters that differ, then 3 for a name that holds the other; `far` for names that have little in common. */
function distanceOf(key: string, known: string): number {
  const allowed = Math.min(key.length, known.length) < 4 ? 0 : Math.min(key.length, known.length) < 7 ? 1 : 2;
  const letters = Math.abs(key.length - known.length) > 2 ? far : lettersBetween(key, known);
  if (letters <= allowed) return letters;
  return known.length >= 4 && key.includes(known) ? 3 : far;
}

/** How many letters must be changed, added or taken out to make one word of the other. */
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

/**
 * Which field each column fills as far as it is known, also where the file cannot be read so yet: as the map says of columns
 * that are there, and guessed for fields that it does not name.
 */
export function proposeColumns(header: string[], map: ColumnMap = {}): ColumnUse[] {
  return fillColumns(header, map).uses;
}

/** The columns with their fields, and those that a known program's export has and the shop has no field for. */
function fillColumns(header: string[], map: ColumnMap): { uses: ColumnUse[]; passedOver: Set<ColumnUse> } {
  const uses = header.slice(0, maxColumns).map((column): ColumnUse => ({ column, field: null }));
  for (const [field, columns] of Object.entries(map) as [CsvHeader, string[]][])
    for (const column of columns) {
      const use = uses[findColumn(header, column)];
      if (use) use.field ??= field;
    }
  const isMapped = (field: CsvHeader) => field in map;
  const passedOver = useKnownExport(uses, isMapped);
  guessColumns(
    uses.filter((use) => !passedOver.has(use)),
    isMapped,
  );
  return { uses, passedOver };
}

/** Gives free columns to the fields they are named after. A list takes all of them, any other field the best. */
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

/** Where a column stands among the names of a field; -1 when it is not one of them. */
function rankOf(column: string, keys: string[]): number {
  const key = columnKey(column);
  const exact = keys.indexOf(key);
  if (exact >= 0 || !columnUnit(column)) return exact;
  return keys.findIndex((name) => key.startsWith(name) && unitOf(key.slice(name.length)));
}

/** A column by its name, letter for letter, else as it is compared. */
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
 * A map of columns as a person writes it: `title=Book Name,authors=Writer`, where nothing behind the sign means that the
 * field stays as it is, or the text of a JSON file, `{"title": "Book Name", "authors": ["Author 1", "Author 2"]}`. Throws
 * UnreadableFileError when it is neither, or names a field that there is not.
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
