/**
 * Position in the desk's list of books: after a book by its time, or by its address after an edition or a whole work.
 */
type Cursor = { order: "newest"; at: string; id: string } | { order: "address"; work: string; id: string };

/** Parses a cursor from an address; null if it is not well-formed. */
export function readCursor(after: string | null): Cursor | null {
  const [, at, id] = /^(\d{4}-\d\d-\d\d [\d:.]{8,15}\+\d\d(?::?\d\d)?)~([a-z0-9-]{1,100})$/.exec(after ?? "") ?? [];
  if (at && id) return { order: "newest", at, id };
  const [, work, edition] = /^([a-z0-9-]{1,100})~([a-z0-9-]{0,100})$/.exec(after ?? "") ?? [];
  return work !== undefined && edition !== undefined ? { order: "address", work, id: edition } : null;
}
