/**
 * A position in the desk's list of books. In the order `newest` it is after the book `id`, which was added at `at`. In
 * the order `address` it is after the edition `id` of `work`, or after all editions of `work` if `id` is empty.
 */
type Cursor = { order: "newest"; at: string; id: string } | { order: "address"; work: string; id: string };

/** Parses a cursor from a URL; null if it is invalid. */
export function readCursor(after: string | null): Cursor | null {
  const [, at, id] = /^(\d{4}-\d\d-\d\d [\d:.]{8,15}\+\d\d(?::?\d\d)?)~([a-z0-9-]{1,100})$/.exec(after ?? "") ?? [];
  if (at && id) return { order: "newest", at, id };
  const [, work, edition] = /^([a-z0-9-]{1,100})~([a-z0-9-]{0,100})$/.exec(after ?? "") ?? [];
  return work !== undefined && edition !== undefined ? { order: "address", work, id: edition } : null;
}
