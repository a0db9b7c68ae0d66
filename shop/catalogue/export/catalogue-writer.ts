import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import { catalogueCsvHeader, catalogueCsvLine } from "./catalogue-csv.ts";
import { onixBeginning, onixEnd, onixProduct } from "./catalogue-onix.ts";

/** How a catalogue is written. */
export const catalogueFormats = ["csv", "onix"] as const;
export type CatalogueFormat = (typeof catalogueFormats)[number];

/** Marks a table as UTF-8 for spreadsheet programs. */
export const byteOrderMark = "\uFEFF";

/** How records become a file of either format: its beginning, each record, and its end. */
export function catalogueWriter(format: CatalogueFormat, shopName: string, sentAt: Date) {
  return format === "csv"
    ? { beginning: byteOrderMark + catalogueCsvHeader(), line: catalogueCsvLine, end: () => "" }
    : {
        beginning: onixBeginning(shopName, sentAt),
        line: (record: RawRecord) => onixProduct(record, shopName),
        end: onixEnd,
      };
}
