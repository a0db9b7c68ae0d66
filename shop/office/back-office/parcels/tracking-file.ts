import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import { readPastedTable } from "#shop/office/back-office/pasted-table.ts";

/** The maximum number of parcels in a file. */
export const maxTrackingRows = 300;

/** A row of a carrier's file: an order's parcel, or the problem with the row. */
export type TrackingRow = { line: number; typed: string } & (
  | { number: string; carrier: string; trackingNumber: string }
  | { problem: string }
);

const maxCell = 60;
const headings = {
  order: /order|reference|^ref/i,
  carrier: /carrier|courier|service|company/i,
  number: /track|awb|consignment|article|number/i,
};

/**
 * Reads a table with an order number, a carrier and a tracking number in each row, separated by commas, semicolons or
 * tabs. If the first row has no order number, it is a heading that names the columns; without a heading the columns
 * have this order. `carrier` is used for rows without a carrier. Throws a RangeError for no rows, more than
 * `maxTrackingRows`, or a quotation mark that is not closed.
 */
export function readTrackingFile(text: string, carrier: string): TrackingRow[] {
  const cells = readPastedTable(text);
  const [head] = cells;
  const heading = head?.some((cell) => orderNumberPattern.test(cell.toUpperCase())) ? undefined : head;
  const columns = heading ? columnsOf(heading) : { order: 0, carrier: 1, number: 2 };
  const rows = heading ? cells.slice(1) : cells;
  if (rows.length === 0)
    throw new RangeError("The file has no rows. Each row needs an order number, a carrier and a tracking number.");
  if (rows.length > maxTrackingRows)
    throw new RangeError(
      `The file has ${rows.length} rows; at most ${maxTrackingRows} parcels can be sent at once. Split it in two.`,
    );
  return rows.map((row, place) => {
    const line = place + (heading ? 2 : 1);
    const typed = row.join(", ").slice(0, 200);
    const number = (row[columns.order] ?? "").toUpperCase();
    const ownCarrier = row[columns.carrier] || carrier;
    const trackingNumber = row[columns.number] ?? "";
    const problem = problemOf(number, ownCarrier, trackingNumber);
    return problem ? { line, typed, problem } : { line, typed, number, carrier: ownCarrier, trackingNumber };
  });
}

function problemOf(number: string, carrier: string, trackingNumber: string): string | null {
  if (!orderNumberPattern.test(number)) return "The row has no order number such as EP-7K2M9QX4TB.";
  if (trackingNumber === "") return "The row has no tracking number.";
  if (carrier === "") return "The row has no carrier. Add it to the row, or enter it below, under Carrier.";
  if (carrier.length > maxCell || trackingNumber.length > maxCell)
    return `Carrier and tracking number: write at most ${maxCell} characters.`;
  if (/^\d(\.\d+)?E\+?\d+$/i.test(trackingNumber))
    return "The tracking number was shortened by a spreadsheet program, which lost its last digits.";
  return null;
}

function columnsOf(names: string[]) {
  const order = names.findIndex((name) => headings.order.test(name));
  const carrier = names.findIndex((name, place) => place !== order && headings.carrier.test(name));
  const number = names.findIndex((name, place) => place !== order && place !== carrier && headings.number.test(name));
  return { order, carrier, number };
}
