import type { ImportJobKind } from "#shop/catalogue/uploads/import-job.server.ts";

/** The kinds of imports: the label, the action's name in the audit log, and the log's text when an import begins. */
export const kinds = {
  books: { label: "Books", record: "catalogue.import", began: "Began to import books" },
  lookup: {
    label: "Books only to look up",
    record: "catalogue.import-lookup",
    began: "Began to read books to look up",
  },
  stock: {
    label: "Prices and copies from a till",
    record: "stock.import",
    began: "Began to import the file of a till",
  },
  covers: { label: "Covers", record: "catalogue.import-covers", began: "Began to import covers" },
  undo: { label: "Undo of an import", record: "catalogue.undo-import", began: "Continued to undo an import" },
} as const satisfies Record<ImportJobKind, { label: string; record: string; began: string }>;
