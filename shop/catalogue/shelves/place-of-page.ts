import type { CountedTo } from "./shelf-choice.ts";
import type { Direction, ShelfPlace } from "./shelf-cursor.ts";

interface ReadPage {
  /** The place after or before which the page lies; null for the first page. */
  place: ShelfPlace | null;
  direction: Direction;
  /** Number of books from the place on in this direction, those of the page included; null if not counted. */
  ahead: number | null;
  /** Number of books on the page. */
  shown: number;
  total: CountedTo;
}

/** Position on the shelf, from 1, of the first book of a page; null if it is not known. */
export function placeOfPage({ place, direction, ahead, shown, total }: ReadPage): number | null {
  if (place === null && direction === "on") return 1;
  if (ahead === null) return null;
  if (direction === "back") return ahead - shown + 1;
  return total.isMore ? null : total.count - ahead + 1;
}
