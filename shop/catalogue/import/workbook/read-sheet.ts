/** Reads the rows of a sheet for lines of CSV, and notes what a table of books should not contain. */
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { maxRecordBytes } from "#shop/catalogue/import/csv/cut-lines.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { formatCellNumber, type NumberFormat } from "./number-formats.ts";
import { appendText, type XmlHandler } from "./read-xml.ts";

/** What the cells of a sheet refer to. */
export interface SheetContext {
  strings: string[];
  formats: NumberFormat[];
  is1904: boolean;
}

/** Numbers of cells that are read otherwise than they look. */
export interface SheetNotes {
  formulas: number;
  /** Formulas without a stored value. */
  uncalculated: number;
  errors: number;
  /** Merged areas of several rows, and the first of them. */
  merged: number;
  firstMerged: string;
}

/** No notes. */
export function noNotes(): SheetNotes {
  return { formulas: 0, uncalculated: 0, errors: 0, merged: 0, firstMerged: "" };
}

/** The notes in sentences. */
export function describeNotes({ formulas, uncalculated, errors, merged, firstMerged }: SheetNotes): string[] {
  return [
    ...(formulas > 0
      ? [`Formulas: ${formatCount(formulas, "cell")}. The value that the spreadsheet program calculated last is read.`]
      : []),
    ...(uncalculated > 0
      ? [
          `Formulas without a value: ${formatCount(uncalculated, "cell")}, read as empty. Open the workbook in a spreadsheet program and save it, so that they are calculated.`,
        ]
      : []),
    ...(errors > 0 ? [`Errors such as #N/A: ${formatCount(errors, "cell")}, read as empty.`] : []),
    ...(merged > 0
      ? [
          `Merged cells: ${formatCount(merged, "area")}, such as ${firstMerged}. Only the first row of each has the value; the others are read as empty.`,
        ]
      : []),
  ];
}

/** The separator of the lines. */
export const sheetSeparator = ",";

const maxColumns = 1000;
/** The last row of a sheet in Excel. */
const maxRow = 1_048_576;

/** A row of a sheet. Its cells share the texts of the workbook: a text may be repeated more often than fits in memory. */
export interface SheetRow {
  cells: string[];
  /** The number of cells of the widest row so far. */
  width: number;
  /** Empty rows that are not in the XML, before this one. */
  emptyBefore: number;
}

/**
 * A row as a line of CSV, after its empty rows, so that lines have the numbers of the rows. A line that is too long for
 * a record is cut, because the reader of CSV refuses it anyway.
 */
export function formatRow({ cells, width, emptyBefore }: SheetRow): string {
  let line = "";
  // A row has at least as many cells as those before, so that none counts as incomplete.
  for (let column = 0; column < width && line.length <= maxRecordBytes; column += 1)
    line += `${column > 0 ? sheetSeparator : ""}${quoted(cells[column] ?? "")}`;
  return `${"\n".repeat(emptyBefore)}${line}\n`;
}

/** Handles the XML of a sheet; `found` gets its rows. */
export function sheetHandler(context: SheetContext, notes: SheetNotes, found: (row: SheetRow) => void): XmlHandler {
  let row = 0;
  let emptyBefore = 0;
  let cells: string[] = [];
  let width = 0;
  let column = -1;
  let cell = { type: "", style: 0, hasFormula: false };
  let text = "";
  /** Whether the text of the open element is the value of the cell. */
  let isValue = false;

  function endCell() {
    const value = valueOf(cell.type, cell.style, text, context, notes);
    if (cell.hasFormula) notes[text === "" ? "uncalculated" : "formulas"] += 1;
    if (value === "") return;
    if (column >= maxColumns)
      throw new UnreadableFileError(
        `Row ${row} has a value in column ${column + 1}. At most ${maxColumns} columns can be read.`,
      );
    while (cells.length < column) cells.push("");
    cells[column] = value;
  }

  return {
    open(name, attributes) {
      if (name === "row") {
        const number = Number(attributes.r);
        const next = number > row && number <= maxRow ? number : row + 1;
        emptyBefore = next - row - 1;
        row = next;
        cells = [];
        column = -1;
      } else if (name === "c") {
        column = columnOf(attributes.r) ?? column + 1;
        cell = { type: attributes.t ?? "", style: Number(attributes.s ?? 0), hasFormula: false };
        text = "";
      } else if (name === "f") cell.hasFormula = true;
      else if (name === "mergecell") noteMerged(attributes.ref ?? "", notes);
      isValue = name === "v" || (name === "t" && cell.type === "inlineStr");
    },
    text(part) {
      if (isValue) text = appendText(text, part);
    },
    close(name) {
      isValue = false;
      if (name === "c") endCell();
      if (name !== "row") return;
      width = Math.max(width, cells.length);
      found({ cells, width, emptyBefore });
    },
  };
}

/** The index of the column in a reference such as `AB12`. */
function columnOf(ref: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(ref ?? "")?.[0];
  if (!letters) return undefined;
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

function valueOf(type: string, style: number, text: string, context: SheetContext, notes: SheetNotes): string {
  const { strings, formats, is1904 } = context;
  if (type === "s") return strings[Number(text)] ?? "";
  if (type === "e") {
    notes.errors += 1;
    return "";
  }
  if (type === "b") return text === "" ? "" : text === "1" ? "true" : "false";
  if (type === "d") return text.slice(0, 10);
  if (type === "str" || type === "inlineStr") return text;
  return formatCellNumber(text, formats[style] ?? null, is1904);
}

function noteMerged(ref: string, notes: SheetNotes) {
  const [, first, last] = /^[A-Z]{1,3}(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(ref) ?? [];
  if (first === last) return;
  notes.merged += 1;
  notes.firstMerged ||= ref;
}

/** A cell of a line. Line breaks become line separators, which texts of several lines keep as such. */
function quoted(value: string): string {
  const line = value.replaceAll(/\r\n?|\n/g, "\u2028");
  return /[",]|^\s|\s$/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
