import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";

/** How the bookseller identifies a record: by reference, ISBN or title, otherwise its number in the file. */
export function nameRecord({ reference, isbn, title, place }: RawRecord): string {
  const name = [reference, isbn, title].map((text) => text?.replace(/[\s\p{C}]+/gu, " ").trim()).find(Boolean);
  return name ? name.slice(0, 100) : `record ${place.record}`;
}
