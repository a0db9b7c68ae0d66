import { hyphenate } from "isbn3";

/** An ISBN as it is printed, `978-0-14-333106-3`; unchanged where its parts are not known. Its table stays on the server. */
export function hyphenateIsbn(isbn13: string): string {
  return hyphenate(isbn13) ?? isbn13;
}
