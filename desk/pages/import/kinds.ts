import type { ImportJobKind } from "#shop/catalogue/uploads/import-job.server.ts";

/** Kinds of imports: label, name of the action in the audit log, and the log's text when one begins. */
export const kinds = {
  books: { label: "Books", record: "catalogue.import", began: "Began to import books" },
  lookup: {
    label: "Books only to look up",
    record: "catalogue.import-lookup",
    began: "Began to read books to look up",
  },
  stock: { label: "Prices and copies of a till", record: "stock.import", began: "Began to import the file of a till" },
  covers: { label: "Covers", record: "catalogue.import-covers", began: "Began to import covers" },
  undo: { label: "Undoing", record: "catalogue.undo-import", began: "Went on undoing an import" },
} as const satisfies Record<ImportJobKind, { label: string; record: string; began: string }>;
