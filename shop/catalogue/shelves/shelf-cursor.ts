import { shelfSorts, type ShelfSort } from "./shelf-choice.ts";

/** The direction in which a page is read from a place: on, or back towards the beginning. */
export type Direction = "on" | "back";

/** The position of a book in the order of a shelf. */
export interface ShelfPlace {
  /** The value of the sort column, as PostgreSQL writes it. */
  key: string;
  workId: string;
}

const version = 1;
const maxLength = 3_000;
const keys: Record<ShelfSort, RegExp> = {
  // The rank, and the next neighbours in case the book itself is removed.
  own: /^\d{1,9}(?:\.[a-z0-9-]{1,120}){0,4}$/,
  popularity: /^\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,2})?$/,
  newest: /^\d{1,17}$/,
  price: /^\d{1,10}$/,
  "price-down": /^\d{1,10}$/,
  rating: /^\d{1,15}$/,
  // PostgreSQL stores neither zero bytes nor lone surrogates.
  title: /^[^\0\p{Cs}]*$/u,
};

/** Encodes a place as a URL-safe cursor, valid for its shelf and sort order only. */
export function writeCursor(shelf: string, sort: ShelfSort, direction: Direction, { key, workId }: ShelfPlace): string {
  const bytes = new TextEncoder().encode(JSON.stringify([version, shelfMark(shelf), sort, direction, key, workId]));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Decodes a cursor; null if it belongs to another shelf, another order or an older version, or is malformed. */
export function readCursor(
  shelf: string,
  sort: ShelfSort,
  cursor: string,
): { place: ShelfPlace; direction: Direction } | null {
  if (cursor.length > maxLength || !/^[\w-]+$/.test(cursor)) return null;
  try {
    const bytes = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.codePointAt(0) ?? 0),
    );
    const [made, mark, sorted, direction, key, workId] = JSON.parse(text) as unknown[];
    if (made !== version || mark !== shelfMark(shelf) || sorted !== sort) return null;
    if (typeof key !== "string" || typeof workId !== "string" || (direction !== "on" && direction !== "back"))
      return null;
    return keys[sort].test(key) && /^[a-z0-9-]{1,120}$/.test(workId) ? { place: { key, workId }, direction } : null;
  } catch {
    return null;
  }
}

export function isShelfSort(word: string): word is ShelfSort {
  return shelfSorts.some((sort) => sort === word);
}

/** A short hash of a shelf's name (FNV-1a), by which cursors of different shelves differ. */
function shelfMark(shelf: string): string {
  let hash = 0x811c9dc5;
  for (const letter of shelf) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}
