import { readShelfBooks } from "#shop/office/back-office/parcels/parcel-papers.server.ts";
import type { ShelfBook } from "#shop/office/print/shelf-label.server.ts";
import type { Services } from "#shop/services.ts";
import { readIsbnLines } from "./read-isbns.ts";

/** The labels to print, and the problems in the other lines. */
export interface LabelPlan {
  books: (ShelfBook & { isbn13: string; copies: number })[];
  /** Distinct sentences. */
  problems: string[];
}

/** Looks up the typed ISBNs, one per line. */
export async function planLabels(db: Services["db"], text: string): Promise<LabelPlan> {
  const lines = readIsbnLines(text);
  const known = await readShelfBooks(
    db,
    lines.flatMap((line) => ("isbn13" in line ? [line.isbn13] : [])),
  );
  const books: LabelPlan["books"] = [];
  const problems = new Set<string>();
  for (const line of lines) {
    const book = "isbn13" in line ? known.find(({ isbn13 }) => isbn13 === line.isbn13) : undefined;
    if ("problem" in line) problems.add(line.problem);
    else if (book) books.push({ ...book, copies: line.copies });
    else problems.add(`The shop has no book with the number ${line.isbn13}.`);
  }
  return { books, problems: [...problems] };
}
