import { createSeededRandom } from "./seeded-random.ts";

/** The thinnest and the thickest spine on a shelf in CSS pixels; a thinner one would have no room for a title. */
export const spineWidths = { least: 26, most: 64 };
/** Pixels of a rendered spine for one CSS pixel. */
export const spinePixels = 2;
/** Thickness of a book whose number of pages is not known. */
const usualWidth = 34;

/** Returns the size of a book's spine on a shelf in CSS pixels: as thick as it has pages, and of one of four heights. */
export function spineSize(id: string, pages: number | null): { width: number; height: number } {
  const { least, most } = spineWidths;
  const width = pages === null ? usualWidth : Math.round(20 + pages / 22);
  return { width: Math.min(Math.max(width, least), most), height: heightOf(id) };
}

/** The height of a book's spine in CSS pixels. */
export function heightOf(id: string): number {
  return 264 + 12 * createSeededRandom(`spine ${id}`).whole(0, 3);
}
