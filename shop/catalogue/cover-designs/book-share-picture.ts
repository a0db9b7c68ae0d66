import { hashText } from "#covers/seeded-random.ts";
import { byline, type BookCard } from "#shop/catalogue/books/book.ts";
import { SHARE_VERSION } from "./share-pictures.ts";

/** Whether a cover is a picture: no drawn one has such a name. */
export function isPicture(coverKey: string): boolean {
  return coverKey.startsWith("p_");
}

/** Where the picture for link previews lies, 1200 by 630; a new name whenever the drawing would be another. */
export function sharePicturePath(book: Pick<BookCard, "id" | "title" | "authors" | "coverKey">): string {
  const { id, title, authors, coverKey } = book;
  const key = isPicture(coverKey) ? `${id}-${hashText(JSON.stringify([coverKey, title, byline(authors)]))}` : coverKey;
  return `/share/books/${key}-${SHARE_VERSION}.png`;
}
