import { readCell } from "#shop/kernel/text/csv-cell.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { parseRows } from "#shop/catalogue/import/csv/read-rows.ts";

/**
 * The cells of a pasted table, separated by tabs, semicolons or commas; empty rows are left out. Throws a RangeError for
 * a quotation mark that is not closed.
 */
export function readPastedTable(text: string): string[][] {
  const lines = text.replace(/^\ufeff/, "");
  const [first = ""] = lines.split(/\r?\n/, 1);
  const separator = ["\t", ";", ","].find((mark) => first.includes(mark)) ?? ",";
  const { parsed, problem } = parseRows(Buffer.from(lines), separator);
  if (problem)
    throw new RangeError("A quotation mark in the file is not closed. Remove it, or save the file as CSV again.");
  return parsed.map((row) => row.cells.map(textOf)).filter((row) => row.some((cell) => cell !== ""));
}

function textOf(raw: string): string {
  const cell = readCell(raw);
  return cleanText("text" in cell ? cell.text : "");
}
