/** A cell as a person meant it, or the formula that it holds. */
export type Cell = { text: string } | { formula: string };

/**
 * What a spreadsheet program would calculate if it stood at the beginning of a cell, perhaps after apostrophes. East Asian
 * versions take signs of full width for the ordinary ones.
 */
const active = /^'*[=+\-@\t\r＝＋－＠]/;

/**
 * A cell of somebody's spreadsheet. Excel's way of keeping the digits of a number, `="9780143027249"`, is that number;
 * another formula is no value. The apostrophe that makes a cell inert is taken
 * off, and so are zero bytes.
 */
export function readCell(raw: string): Cell {
  const text = (raw.includes("\0") ? raw.replaceAll("\0", "") : raw).trim();
  const first = text.charCodeAt(0);
  if (first === apostrophe) return { text: active.test(text) ? text.slice(1) : text };
  if (first !== equals) return { text };
  const kept = /^="((?:[^"]|"")*)"$/.exec(text);
  return kept ? { text: kept[1]!.replaceAll('""', '"').trim() } : { formula: text };
}

const equals = 0x3d;
const apostrophe = 0x27;

/** Calculates nothing, though it may begin with a minus: a sum below zero must stay a number. */
const plainNumber = /^-\d{1,15}(\.\d{1,10})?$/;

/** A cell that no spreadsheet program calculates: one that looks like a formula begins with an apostrophe. */
function inertCell(text: string): string {
  return active.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** A cell of a CSV file; `{ digits }` are a number by name only, such as an ISBN, which spreadsheet programs would round. */
export type CsvCell = string | { digits: string };

/** One line of a CSV file, with its end. Cells that look like formulas are made inert. */
export function csvLine(cells: CsvCell[]): string {
  return `${cells.map((cell) => (typeof cell === "string" ? quoted(inertCell(cell)) : `"=""${cell.digits}"""`)).join(",")}\r\n`;
}

/** An ISBN, a code or a telephone number as a cell that keeps its digits in Excel, `="9780143027249"`; `readCell` reads it. */
export function digitsCell(text: string | null | undefined): CsvCell {
  return text && /^\+?\d[\d -]*$/.test(text) ? { digits: text } : (text ?? "");
}

function quoted(cell: string): string {
  return /[",;\t\r\n|]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
