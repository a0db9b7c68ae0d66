import { href } from "#routing/href.ts";

/**
 * Returns the address of the authors whose surname begins with `beginning`, starting after the cursor `after`; without
 * a beginning the address of all authors.
 */
export function authorListPath(beginning: string | null, after: string | null = null): string {
  if (beginning === null) return href("/authors");
  return `${href("/authors")}?letter=${beginning}${after === null ? "" : `&after=${after}`}`;
}

/** Returns the label of a beginning: `अ` for names in Devanagari, `#` for other scripts. */
export function formatInitial(beginning: string): string {
  if (beginning === "devanagari") return "अ";
  return beginning === "other" ? "#" : beginning.charAt(0).toUpperCase() + beginning.slice(1);
}
