import type { Excerpt } from "./excerpt.ts";
import { mindfulReading } from "./excerpts/mindful-reading.ts";

/** Only what the shop may show: its own words, by the id of the book. */
const excerpts = new Map<string, Excerpt>([["mindful-reading", mindfulReading]]);

/** The pages of a book that may be looked into, or null. */
export function findExcerpt(bookId: string): Excerpt | null {
  return excerpts.get(bookId) ?? null;
}
