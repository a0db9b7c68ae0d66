/** Patterns of the key in the cursor of each list: the key of the last row of a page. */
const parts = {
  books: /^([a-z0-9-]{1,300})$/,
  authors: /^([a-z0-9-]{1,300})$/,
  categories: /^([a-z0-9-]{1,300})$/,
  // Microseconds since 1970, and the order's id with a leading 0; the previous release wrote no 0.
  orders: /^(\d{1,16}) (\d{1,15})$/,
};

/** A list that the API returns in pages. */
export type CursorList = keyof typeof parts;

/** The maximum length of a cursor in characters; longer ones are rejected without decoding. */
export const maxCursorLength = 500;

/** Encodes the key of the last row of a page as the cursor of the next page. */
export function encodeCursor(list: CursorList, ...key: string[]): string {
  return Buffer.from(`${list} ${key.join(" ")}`).toString("base64url");
}

/** The row key in a cursor of this list; null if the cursor is invalid or belongs to another list. */
export function decodeCursor(list: CursorList, cursor: string): string[] | null {
  if (cursor.length > maxCursorLength) return null;
  const text = Buffer.from(cursor, "base64url").toString();
  if (!text.startsWith(`${list} `)) return null;
  const match = parts[list].exec(text.slice(list.length + 1));
  // Node's decoder ignores characters outside base64url, so the cursor is encoded again and compared.
  return match && encodeCursor(list, ...match.slice(1)) === cursor ? match.slice(1) : null;
}
