const id = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What a page of a list is asked for: a text that is looked for, and the id behind which the page begins. */
export function readListQuery(url: string): { text: string; after: string | null; join: string | null } {
  const query = new URL(url).searchParams;
  const text = (name: string) => (query.get(name) ?? "").replaceAll("\0", "").slice(0, 200).trim();
  const after = text("after");
  return { text: text("text"), after: id.test(after) ? after : null, join: text("join") || null };
}

/** The id that a path names; null when it can be none. */
export function readIdIn(given: string | undefined): string | null {
  return given !== undefined && given.length <= 200 && id.test(given) ? given : null;
}
