import { findNamedBooks, type NamedBook } from "#shop/catalogue/content/named-books.server.ts";
import type { Services } from "#shop/services.ts";
import { shorten } from "#shop/kernel/text/clean-text.ts";

/** What was typed into a field. */
export interface TypedField {
  /** The name of the field. */
  field: string;
  text: string;
}

/** A field that names something for which the shop has no book. */
export function sayNoSuchBook(text: string): string {
  return `The shop has no such book: ${shorten(text, 60)}.`;
}

/**
 * The books that fields name, in their order, and what is wrong, by the name of each field: the shop has no such book, or a
 * field before names the same one (`same`: the same edition or the same work).
 */
export async function findTypedBooks(
  db: Services["db"],
  typed: TypedField[],
  same: "id" | "workId" = "id",
): Promise<{ books: NamedBook[]; errors: Record<string, string> }> {
  const found = await findNamedBooks(
    db,
    typed.map(({ text }) => text),
  );
  const known = new Set<string>();
  const errors: Record<string, string> = {};
  for (const [place, { field, text }] of typed.entries()) {
    const book = found[place];
    if (!book) errors[field] = sayNoSuchBook(text);
    else if (known.has(book[same])) errors[field] = `${book.title} is named twice.`;
    else known.add(book[same]);
  }
  return { books: found.flatMap((book) => book ?? []), errors };
}
