import type { RecordedOpening } from "#shop/catalogue/content/opening-pages.server.ts";

/** Labels of the form of an opening page. */
export const openingLabels: Record<string, string> = {
  kind: "What it is",
  text: "Text",
  source: "Where it stands",
  writtenBy: "Who wrote it",
};

/** Labels of the kinds of opening pages. */
export const openingKindWords = {
  note: "Your own words",
  extract: "A piece of the book",
  contents: "Its table of contents",
} as const;

/** Values of the form of an opening page. */
export function openingValues({
  kind,
  paragraphs,
  source,
  writtenBy,
}: Omit<RecordedOpening, "language" | "setBy">): Record<string, string> {
  return { kind, text: paragraphs.join(kind === "contents" ? "\n" : "\n\n"), source, writtenBy };
}
