import type { Db } from "#db/connect.ts";
import { generatedItems } from "#shop/catalogue/import/generated/generate-catalogue.ts";
import { importCatalogue } from "#shop/catalogue/import/run-import.server.ts";

/** Imports `books` generated books, always the same ones. */
export async function addGeneratedBooks(db: Db, books: number): Promise<void> {
  await importCatalogue(
    { db, now: () => new Date() },
    generatedItems(books),
    { fileName: `${books} made-up books`, contentSha256: String(books).padStart(64, "0") },
    { source: "generated", discountPercent: 0, defaultMrpPaise: null, take: [] },
    { progress: () => {} },
  );
}
