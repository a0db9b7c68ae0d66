/** What the parts of each list's cursor look like: the key of the last row that was read. */
const parts = {
  books: /^([a-z0-9-]{1,300})$/,
  authors: /^([a-z0-9-]{1,300})$/,
  categories: /^([a-z0-9-]{1,300})$/,
  // Microseconds since 1970, and the order's id with a 0 before it; the version before wrote none.
  orders: /^(\d{1,16}) (\d{1,15})$/,
};

/** A list that is read page by page. */
export type CursorList = keyof typeof parts;

/** The longest cursor that is looked at, in characters. */
export const maxCursorLength = 500;

/** The place in a list after a row, for the address of the next page. */
export function encodeCursor(list: CursorList, ...key: string[]): string {
  return Buffer.from(`${list} ${key.join(" ")}`).toString("base64url");
}

/** The key of the row that a cursor of this list stands for; null for anything else, a cursor of another list too. */
export function decodeCursor(list: CursorList, cursor: string): string[] | null {
  if (cursor.length > maxCursorLength) return null;
  const text = Buffer.from(cursor, "base64url").toString();
  if (!text.startsWith(`${list} `)) return null;
  const match = parts[list].exec(text.slice(list.length + 1));
  // Node's decoder passes over what is no base64url.
  return match && encodeCursor(list, ...match.slice(1)) === cursor ? match.slice(1) : null;
}
