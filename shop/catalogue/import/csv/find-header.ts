/** Finds the row that names the columns of a table, and the column of ISBNs by its values. */
import { classifyCode, readIsbn } from "#shop/catalogue/fields/check/isbn.ts";

import { assignColumns, proposeColumns, type ColumnMap } from "./columns.ts";
import { parseRows, type Separator } from "./read-rows.ts";

/** Tills write their name and the date above the header, in at most this number of lines. */
export const maxLinesAbove = 20;

/** The names of the columns, and the offset of the first row below them. */
export interface Header {
  names: string[];
  end: number;
}

/**
 * The first row at the top with the columns of the map or at least two known columns, otherwise the first row that is
 * not empty. If that row is a book, the table has no header: its columns get numbers as names.
 */
export function findHeader(bytes: Buffer, separator: Separator, map: ColumnMap = {}): Header | undefined {
  const { parsed } = parseRows(bytes, separator, { to: maxLinesAbove });
  const rows = parsed
    .map(({ cells, end }, at) => ({
      names: cells.map((cell) => cell.replace(/\s+/g, " ").trim()),
      begin: parsed[at - 1]?.end ?? 0,
      end,
    }))
    .filter(({ names }) => names.some((name) => name !== ""));
  const isLikely = ({ names }: { names: string[] }) =>
    proposeColumns(names, map).filter(({ field }) => field).length > 1;
  const named = rows.find(({ names }) => namesColumns(names, map)) ?? rows.find(isLikely);
  if (named) return named;
  const [first] = rows;
  if (!first || first.names.length < 2 || !first.names.some(isIsbn)) return first;
  return { names: first.names.map((_, at) => `Column ${at + 1}`), end: first.begin };
}

function namesColumns(names: string[], map: ColumnMap): boolean {
  try {
    const used = assignColumns(names, map).filter(({ field }) => field !== null);
    return used.length > 1 || Object.values(map).flat().length > 0;
  } catch {
    return false;
  }
}

/** The number of rows whose values are looked at. */
const maxRows = 50;

/**
 * Adds the column of ISBNs to a map. If neither the map nor a column's name identifies it, takes the first unused column
 * in which most values are ISBNs, otherwise the column of item codes if some of them are ISBNs.
 */
export function addIsbnColumn(names: string[], rows: { cells: string[] }[], map: ColumnMap = {}): ColumnMap {
  const uses = proposeColumns(names, map);
  if ("isbn" in map || uses.some(({ field }) => field === "isbn")) return map;
  const first = rows.slice(0, maxRows);
  const column = uses.find(({ field }, at) => {
    const values = first.map(({ cells }) => cells[at]?.trim() ?? "").filter((value) => value !== "");
    return field === null && values.length > 0 && values.filter(isIsbn).length * 2 > values.length;
  });
  if (column) return { ...map, isbn: [column.column] };
  const codes = "isbn_or_code" in map ? -1 : uses.findIndex(({ field }) => field === "reference");
  const { column: mixed } = uses[codes] ?? {};
  if (mixed === undefined || map.reference?.length || !hasIsbns(rows.map(({ cells }) => cells[codes] ?? "")))
    return map;
  return { ...map, isbn_or_code: [mixed] };
}

/** Whether some of the codes are ISBNs; every eleventh number of 10 digits is one by chance. */
function hasIsbns(codes: string[]): boolean {
  const isbns = codes.filter((code) => classifyCode(code) === "isbn");
  return isbns.some((code) => /^\D*97[89]/.test(code)) || isbns.length * 4 > codes.length;
}

function isIsbn(value: string): boolean {
  return /^['="]*(?:97[89]|\d)[\d\sX-]{8,16}"?$/i.test(value) && "value" in readIsbn(value.replaceAll(/['="]/g, ""));
}
