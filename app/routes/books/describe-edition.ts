import { formatNames } from "#app/display/format-names.ts";
import { byline, type BookPage } from "#shop/catalogue/books/book.ts";

/**
 * Returns title and description of a book's page, such as `Tomb of Sand (Hardback) by Geetanjali Shree`. The format is
 * added when a language has several editions; publisher and year when two of these share a format. `page` is the page
 * of the reviews.
 */
export function describeEdition(book: BookPage, page: number): { title: string; description: string } {
  const by = byline(book.authors);
  const made = nameEdition(book);
  const title = `${book.title}${made && ` (${made})`}${by && ` by ${by}`}`;
  const about = book.description || `${book.title}${by && ` by ${by}`}${book.publisher && `, from ${book.publisher}`}.`;
  const description = made ? `${made}${book.pages ? `, ${book.pages} pages` : ""}. ${about}` : about;
  return { title: page > 1 ? `${title}, page ${page} of its reviews` : title, description };
}

function nameEdition({ editions: all, language, format, publisher, published }: BookPage): string {
  const editions = all.filter((edition) => edition.language === language);
  if (editions.length < 2) return "";
  const isOnly = editions.filter((edition) => edition.format === format).length === 1;
  return isOnly
    ? formatNames[format]
    : [formatNames[format], `${publisher} ${published?.day.slice(0, 4) ?? ""}`.trim()].filter(Boolean).join(", ");
}
