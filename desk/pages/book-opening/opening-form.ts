import type { RecordedOpening } from "#shop/catalogue/content/opening-pages.server.ts";

/** What the fields of an opening page are called. */
export const openingLabels: Record<string, string> = {
  kind: "What it is",
  text: "Text",
  source: "Where it stands",
  writtenBy: "Who wrote it",
};

/** What a book can open with, in words. */
export const openingKindWords = {
  note: "Your own words",
  extract: "A piece of the book",
  contents: "Its table of contents",
} as const;

/** An opening page as its form has it. */
export function openingValues({
  kind,
  paragraphs,
  source,
  writtenBy,
}: Omit<RecordedOpening, "language" | "setBy">): Record<string, string> {
  return { kind, text: paragraphs.join(kind === "contents" ? "\n" : "\n\n"), source, writtenBy };
}
