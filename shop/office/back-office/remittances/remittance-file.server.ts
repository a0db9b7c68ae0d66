/** Reads a carrier's list of the parcels that it pays for. */
import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import type { RemittanceLine } from "#shop/sales/remittances/record-remittance.server.ts";
import { readPastedTable } from "#shop/office/back-office/pasted-table.ts";

/** The maximum number of parcels in a list. */
export const maxRemittanceLines = 2000;

/** What a column may hold. */
export type RemittanceField = "tracking" | "order" | "amount" | "utr";

/** The heading of each column; null if the list has none. */
export type RemittanceColumns = Record<RemittanceField, string | null>;

const guesses: Record<RemittanceField, RegExp> = {
  tracking: /awb|tracking|waybill|consignment|article/i,
  order: /order|reference|^ref/i,
  amount: /\bcod\b|remit|collect|amount|price|value/i,
  utr: /\butr\b|bank.?ref/i,
};
/** What begins the row of a total. */
const totals = /^((grand|sub)[ -]?)?total\b/i;
/** Columns with such headings hold none of these. */
const isOther = /\bdate\b|\bpin|status/i;
const fields: RemittanceField[] = ["utr", "tracking", "order", "amount"];

/** A list as it was read. */
export interface RemittanceFile {
  headings: string[];
  columns: RemittanceColumns;
  lines: RemittanceLine[];
  /** Rows of other transfers, by their UTR, and rows without a parcel, such as a total. */
  leftOut: number;
}

/**
 * Reads a list with a row for each parcel; the first row has the headings. `chosen` are the columns that were chosen for
 * this carrier before; the others are guessed by their headings. If a column holds the UTR, only rows with `utr` are
 * read. Throws a RangeError with words for the person.
 */
export function readRemittanceFile(text: string, utr: string, chosen: Partial<RemittanceColumns> = {}): RemittanceFile {
  const [headings = [], ...rows] = readPastedTable(text);
  if (rows.length === 0) throw new RangeError("The list needs a row of headings, and a row for each parcel below it.");
  if (rows.length > maxRemittanceLines)
    throw new RangeError(`The list has ${rows.length} rows; at most ${maxRemittanceLines} can be read at once.`);
  const columns = findColumns(headings, chosen);
  if (columns.amount === null) throw new RangeError("No column of the list has the amount. Choose it below.");
  if (columns.tracking === null && columns.order === null)
    throw new RangeError("No column of the list has the tracking number or the order’s number. Choose it below.");
  const cellOf = (row: string[], field: RemittanceField) => {
    const heading = columns[field];
    return heading === null ? "" : (row[headings.indexOf(heading)] ?? "");
  };
  const lines: RemittanceLine[] = [];
  const problems: string[] = [];
  for (const [at, row] of rows.entries()) {
    const tracking = cellOf(row, "tracking");
    const trackingNumber = totals.test(tracking) ? "" : tracking;
    const order = cellOf(row, "order").toUpperCase();
    const orderNumber = orderNumberPattern.test(order) ? order : "";
    const isOther = columns.utr !== null && cellOf(row, "utr").toUpperCase() !== utr;
    if (isOther || (trackingNumber === "" && orderNumber === "")) continue;
    const amountPaise = readAmount(cellOf(row, "amount"));
    if (/^\d(\.\d+)?E\+?\d+$/i.test(trackingNumber))
      problems.push(`line ${at + 2}: a spreadsheet program has shortened the tracking number`);
    else if (amountPaise === null || amountPaise === 0) problems.push(`line ${at + 2}: no amount`);
    else lines.push({ trackingNumber: trackingNumber.slice(0, 60), orderNumber, amountPaise });
  }
  if (problems.length > 0) {
    const more = problems.length > 5 ? `, and ${problems.length - 5} more` : "";
    throw new RangeError(`Some rows cannot be read: ${problems.slice(0, 5).join("; ")}${more}.`);
  }
  if (lines.length === 0)
    throw new RangeError(
      columns.utr === null ? "No row of the list names a parcel." : `No row of the list has the UTR ${utr}.`,
    );
  return { headings, columns, lines, leftOut: rows.length - lines.length };
}

function findColumns(headings: string[], chosen: Partial<RemittanceColumns>): RemittanceColumns {
  const columns: RemittanceColumns = { tracking: null, order: null, amount: null, utr: null };
  for (const field of fields) {
    const known = chosen[field];
    if (known !== undefined && known !== null && headings.includes(known)) columns[field] = known;
  }
  for (const field of fields) {
    if (columns[field] !== null || chosen[field] === "") continue;
    const taken = new Set(Object.values(columns));
    columns[field] =
      headings.find((heading) => guesses[field].test(heading) && !isOther.test(heading) && !taken.has(heading)) ?? null;
  }
  return columns;
}

/** Paise; negative with a minus or in brackets. */
function readAmount(cell: string): number | null {
  const isTaken = /^-|^\(.*\)$/.test(cell);
  const paise = readRupees(cell.replace(/^-\s*|^\(|\)$/g, "").replace(/^Rs\.?\s*/i, ""));
  return paise === null ? null : isTaken ? -paise : paise;
}
