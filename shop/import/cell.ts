/** A cell as a person meant it, or the formula that it holds. */
export type Cell = { text: string } | { formula: string };

/** What a spreadsheet program would calculate if it stood at the beginning of a cell, perhaps after apostrophes. */
const active = /^'*[=+\-@\t\r]/;

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

/** A cell that no spreadsheet program calculates: one that looks like a formula begins with an apostrophe. */
function inertCell(text: string): string {
  return active.test(text) ? `'${text}` : text;
}

/** One line of a CSV file, with its end. Cells that look like formulas are made inert. */
export function csvLine(cells: string[]): string {
  return `${cells.map((cell) => quoted(inertCell(cell))).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",;\t\r\n|]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
