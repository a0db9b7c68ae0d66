import type { SavedOpening } from "#shop/catalogue/content/opening-pages.server.ts";

/** Labels of the form of an opening page. */
export const openingLabels: Record<string, string> = {
  kind: "Kind of text",
  text: "Text",
  source: "Source",
  writtenBy: "Author of the text",
};

/** Labels of the kinds of opening pages. */
export const openingKindLabels = {
  note: "Your own text",
  extract: "An extract",
  contents: "Its table of contents",
} as const;

/** Values of the form of an opening page. */
export function openingValues({
  kind,
  paragraphs,
  source,
  writtenBy,
}: Omit<SavedOpening, "language" | "setBy">): Record<string, string> {
  return { kind, text: paragraphs.join(kind === "contents" ? "\n" : "\n\n"), source, writtenBy };
}
