import { csvHeaders, type CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import type { SampledColumn } from "#shop/catalogue/import/csv/plan-csv.ts";
import type { ImportJobKind } from "./import-job.server.ts";

/** Fields that most files of each kind have, in the order in which a form offers them. */
const usual: Partial<Record<ImportJobKind, CsvHeader[]>> = {
  books: [
    "isbn",
    "reference",
    "isbn_or_code",
    "title",
    "authors",
    "mrp",
    "price",
    "copies",
    "categories",
    "publisher",
    "language",
  ],
  lookup: ["isbn", "title", "authors", "publisher", "description", "mrp"],
  stock: ["isbn", "reference", "isbn_or_code", "title", "copies", "price", "mrp"],
};

/** The fields that a column of a file can be: the usual ones, and further ones that its kind reads. */
export function listColumnFields(kind: ImportJobKind): { usual: CsvHeader[]; further: CsvHeader[] } {
  const first = usual[kind] ?? [];
  return { usual: first, further: kind === "stock" ? [] : csvHeaders.filter((header) => !first.includes(header)) };
}

/** The columns of a file without the fields that its kind does not read. */
export function keepReadFields(kind: ImportJobKind, columns: SampledColumn[]): SampledColumn[] {
  const fields = listColumnFields(kind);
  const isRead = (field: CsvHeader) => fields.usual.includes(field) || fields.further.includes(field);
  return columns.map(({ near, ...use }) => ({
    ...use,
    field: use.field && isRead(use.field) ? use.field : null,
    ...(near && isRead(near) && { near }),
  }));
}
