import { hyphenate } from "isbn3";

/**
 * Formats an ISBN with hyphens, `978-0-14-333106-3`; returns it unchanged if its prefix is unknown. Server only,
 * because the table of prefixes is large.
 */
export function hyphenateIsbn(isbn13: string): string {
  return hyphenate(isbn13) ?? isbn13;
}
