/** The value of a cell, or the formula in it. */
export type Cell = { text: string } | { formula: string };

/**
 * Matches text that a spreadsheet program would evaluate as a formula, possibly after apostrophes. East Asian versions
 * treat full-width signs like the ordinary ones.
 */
const formulaPattern = /^'*[=+\-@\t\r＝＋－＠]/;

/**
 * Parses a cell of a spreadsheet. `="9780143027249"`, which keeps all digits in Excel, is read as the text in the
 * quotes; any other formula is returned as a formula. Removes zero bytes, and the apostrophe that escapes a formula.
 */
export function readCell(raw: string): Cell {
  const text = (raw.includes("\0") ? raw.replaceAll("\0", "") : raw).trim();
  const first = text.charCodeAt(0);
  if (first === apostrophe) return { text: formulaPattern.test(text) ? text.slice(1) : text };
  if (first !== equalsSign) return { text };
  const kept = /^="((?:[^"]|"")*)"$/.exec(text);
  return kept?.[1] !== undefined ? { text: kept[1].replaceAll('""', '"').trim() } : { formula: text };
}

const equalsSign = 0x3d;
const apostrophe = 0x27;

/** A negative number, which is harmless although it begins with a minus and must remain a number. */
const plainNumber = /^-\d{1,15}(\.\d{1,10})?$/;

/** Puts an apostrophe before text that looks like a formula, against CSV injection. */
function escapeFormula(text: string): string {
  return formulaPattern.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** A cell of a CSV file; `{ digits }` is a text of digits, such as an ISBN, which spreadsheet programs would round. */
export type CsvCell = string | { digits: string };

/** Formats one line of a CSV file, with its line end. Cells that look like formulas are escaped. */
export function csvLine(cells: CsvCell[]): string {
  return `${cells.map((cell) => (typeof cell === "string" ? quoted(escapeFormula(cell)) : `"=""${cell.digits}"""`)).join(",")}\r\n`;
}

/**
 * A cell that keeps the digits of an ISBN, a code or a telephone number in Excel, `="9780143027249"`; `readCell` parses
 * it.
 */
export function digitsCell(text: string | null | undefined): CsvCell {
  return text && /^\+?\d[\d -]*$/.test(text) ? { digits: text } : (text ?? "");
}

function quoted(cell: string): string {
  return /[",;\t\r\n|]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
