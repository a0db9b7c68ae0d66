import type { ImportJobKind } from "#shop/catalogue/uploads/import-job.server.ts";

/** The kinds of imports: the label, the action's name in the audit log, and the log's text when an import begins. */
export const kinds = {
  books: { label: "Books", record: "catalogue.import", began: "Began to import books" },
  lookup: {
    label: "A catalogue to look ISBNs up in",
    record: "catalogue.import-lookup",
    began: "Began to read a catalogue to look ISBNs up in",
  },
  stock: {
    label: "Price and stock update from a till",
    record: "stock.import",
    began: "Began to import the file of a till",
  },
  covers: { label: "Covers", record: "catalogue.import-covers", began: "Began to import covers" },
  undo: { label: "Undo of an import", record: "catalogue.undo-import", began: "Continued to undo an import" },
} as const satisfies Record<ImportJobKind, { label: string; record: string; began: string }>;

/** What a file can contain, with what an import of it does. */
export const kindChoices = [
  ["books", "Books: adds new ones and changes those of the shop"],
  ["stock", "Price and stock update from a till: adds no book"],
  ["lookup", "A catalogue to look ISBNs up in: adds nothing"],
  ["covers", "Covers: pictures named by ISBN"],
] as const satisfies [Exclude<ImportJobKind, "undo">, string][];
