import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import { catalogueCsvHeader, catalogueCsvLine } from "./catalogue-csv.ts";
import { formatOnixHeader, formatOnixFooter, onixProduct } from "./catalogue-onix.ts";

/** The file formats of the catalogue export. */
export const catalogueFormats = ["csv", "onix"] as const;
export type CatalogueFormat = (typeof catalogueFormats)[number];

/** Byte order mark, so that spreadsheet programs read a CSV file as UTF-8. */
export const byteOrderMark = "\uFEFF";

/** The parts of a file in this format: its beginning, a function for each record, and its end. */
export function catalogueWriter(format: CatalogueFormat, shopName: string, sentAt: Date) {
  return format === "csv"
    ? { beginning: byteOrderMark + catalogueCsvHeader(), line: catalogueCsvLine, end: () => "" }
    : {
        beginning: formatOnixHeader(shopName, sentAt),
        line: (record: RawRecord) => onixProduct(record, shopName),
        end: formatOnixFooter,
      };
}
