const id = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Reads the query of a list page: the search text, the id after which the page begins, and the search text of the merge
 * form.
 */
export function readListQuery(url: string): { text: string; after: string | null; join: string | null } {
  const query = new URL(url).searchParams;
  const text = (name: string) => (query.get(name) ?? "").replaceAll("\0", "").slice(0, 200).trim();
  const after = text("after");
  return { text: text("text"), after: id.test(after) ? after : null, join: text("join") || null };
}

/** Validates an id from a path; null if it cannot be an id. */
export function readIdIn(given: string | undefined): string | null {
  return given !== undefined && given.length <= 200 && id.test(given) ? given : null;
}
