import { hashText } from "#covers/seeded-random.ts";
import { byline, type BookCard } from "#shop/catalogue/books/book.ts";
import { SHARE_VERSION } from "./share-pictures.ts";

/** Whether a cover is a picture file. The keys of pictures begin with `p_`; keys of drawn covers never do. */
export function isPicture(coverKey: string): boolean {
  return coverKey.startsWith("p_");
}

/** Path of a book's image for link previews, 1200 × 630 pixels; changes whenever the drawing would change. */
export function sharePicturePath(book: Pick<BookCard, "id" | "title" | "authors" | "coverKey">): string {
  const { id, title, authors, coverKey } = book;
  const key = isPicture(coverKey) ? `${id}-${hashText(JSON.stringify([coverKey, title, byline(authors)]))}` : coverKey;
  return `/share/books/${key}-${SHARE_VERSION}.png`;
}
