import { href } from "#routing/href.ts";

/** The page of the authors whose surname begins so, from behind `after` on; without a beginning the page of all. */
export function authorsUnder(beginning: string | null, after: string | null = null): string {
  if (beginning === null) return href("/authors");
  return `${href("/authors")}?letter=${beginning}${after === null ? "" : `&after=${after}`}`;
}

/** What a beginning of surnames is called: names in other scripts stand under the first of their own letters. */
export function nameOfBeginning(beginning: string): string {
  if (beginning === "devanagari") return "अ";
  return beginning === "other" ? "#" : beginning[0]!.toUpperCase() + beginning.slice(1);
}
