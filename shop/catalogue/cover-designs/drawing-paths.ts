import { emblemWidth } from "#covers/cover-widths.ts";
import { spinePixels, spineSize } from "#covers/spine-size.ts";
import { isPicture } from "./book-share-picture.ts";

/** The path of the emblem of a drawn cover, transparent if it has none; null for a cover that is a picture. */
export function emblemPath(coverKey: string): string | null {
  return isPicture(coverKey) ? null : `/emblems/${coverKey}-${emblemWidth}.webp`;
}

/** The picture of a book's spine: its path, and its size in CSS pixels. */
export interface Spine {
  path: string;
  width: number;
  height: number;
}

/** The spine of a book, by the key of its drawn cover, which a book with a picture has too. */
export function spineOf(book: { workId: string; drawnKey: string; pages: number | null }): Spine {
  const size = spineSize(book.workId, book.pages);
  return { ...size, path: `/spines/${book.drawnKey}-${spinePixels * size.width}.webp` };
}
