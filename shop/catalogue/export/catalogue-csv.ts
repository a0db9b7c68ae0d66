import { templateColumns, templateHeaders } from "#shop/catalogue/fields/csv/csv-columns.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";

/** The CSV header line, with the columns of the import template. */
export function catalogueCsvHeader(): string {
  return csvLine(templateHeaders);
}

/** A record as a CSV line; cells that look like formulas are escaped. */
export function catalogueCsvLine(record: RawRecord): string {
  return csvLine(templateColumns.map(({ cell }) => cell(record) ?? ""));
}
