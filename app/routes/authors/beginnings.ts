import { href } from "#routing/href.ts";

/** The page of the authors whose surname begins so; without a beginning the page of all. */
export function authorsUnder(beginning: string | null): string {
  return href("/authors") + (beginning === null ? "" : `?letter=${beginning}`);
}

/** What a beginning of surnames is called: names in other scripts stand under the first of their own letters. */
export function nameOfBeginning(beginning: string): string {
  if (beginning === "devanagari") return "अ";
  return beginning === "other" ? "#" : beginning[0]!.toUpperCase() + beginning.slice(1);
}
