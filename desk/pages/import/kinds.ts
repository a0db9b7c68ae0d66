import type { WorkKind } from "#shop/catalogue/uploads/import-work.server.ts";

/** What a file holds or what is done, in words; `record` is its action in the record. */
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
} as const satisfies Record<WorkKind, { label: string; record: string; began: string }>;
