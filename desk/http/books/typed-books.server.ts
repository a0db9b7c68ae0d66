import { findNamedBooks, type NamedBook } from "#shop/catalogue/content/named-books.server.ts";
import type { Services } from "#shop/services.ts";
import { shorten } from "#shop/kernel/text/clean-text.ts";

/** A form field with its typed text. */
export interface TypedField {
  field: string;
  text: string;
}

/** Error text for a field whose text matches no book of the shop. */
export function describeUnknownBook(text: string): string {
  return `The shop has no such book: ${shorten(text, 60)}.`;
}

/**
 * Finds the books that fields name, in the order of the fields. Returns errors by field name: the shop has no such
 * book, or an earlier field names the same edition (`same: "id"`) or the same work (`same: "workId"`).
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
    if (!book) errors[field] = describeUnknownBook(text);
    else if (known.has(book[same])) errors[field] = `${book.title} is named twice.`;
    else known.add(book[same]);
  }
  return { books: found.flatMap((book) => book ?? []), errors };
}
