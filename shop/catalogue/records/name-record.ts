import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";

/** What the bookseller knows a record by: its reference, ISBN or title, else its place in the file. */
export function nameRecord({ reference, isbn, title, place }: RawRecord): string {
  const name = [reference, isbn, title].map((text) => text?.replace(/[\s\p{C}]+/gu, " ").trim()).find(Boolean);
  return name ? name.slice(0, 100) : `record ${place.record}`;
}
