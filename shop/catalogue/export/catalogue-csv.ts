import { csvColumns, csvHeaders } from "#shop/catalogue/fields/csv/csv-columns.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";

/** The line that names the columns: those of the import's template. */
export function catalogueCsvHeader(): string {
  return csvLine(csvHeaders);
}

/** One record as a line of the table; cells that look like formulas are inert. */
export function catalogueCsvLine(record: RawRecord): string {
  return csvLine(csvColumns.map(({ cell }) => cell(record) ?? ""));
}
