import { cleanLines, cleanText } from "#shop/kernel/text/clean-text.ts";

/** What a book opens with: a piece of the book itself, its table of contents, or a note of the bookseller’s. */
export const openingKinds = ["extract", "contents", "note"] as const;
type OpeningKind = (typeof openingKinds)[number];

/** Who set the pages that came with the demonstration. */
export const demonstration = "demonstration";

/** What is written for a book to open with. */
export interface OpeningPage {
  /** ISO 639, of the text. */
  language: string;
  kind: OpeningKind;
  /** `## ` begins a heading, `*words*` are leaned on. Of a table of contents each is a line. */
  paragraphs: string[];
  /** Where a piece of the book stands, such as `The first two chapters`; empty for a note. */
  source: string;
  /** Who wrote it, where that is not the author; a note may be signed. */
  writtenBy: string;
}

const maxLength = 60_000;
const maxParagraphs = 500;
const maxLineLength = 300;
const heading = "## ";

/** One piece of an opening page’s text. */
export type OpeningBlock = { heading: string } | { text: string };

/** The text of an opening page in headings and paragraphs. */
export function splitHeadings(paragraphs: string[]): OpeningBlock[] {
  return paragraphs.map((text) => (text.startsWith(heading) ? { heading: text.slice(heading.length) } : { text }));
}

/** What was handed in for an opening page; `problem` says in a sentence what cannot be, of which field. */
export type ReadOpening =
  | { ok: true; page: OpeningPage }
  | { ok: false; field: "text" | "source" | "writtenBy" | "language"; problem: string };

/**
 * Reads what a person wrote: paragraphs with empty lines between them, or the lines of a table of contents. Throws
 * nothing; what cannot be shown is a problem.
 */
export function readOpening({ text, ...of }: Omit<OpeningPage, "paragraphs"> & { text: string }): ReadOpening {
  type Field = Extract<ReadOpening, { ok: false }>["field"];
  const refuse = (field: Field, problem: string): ReadOpening => ({ ok: false, field, problem });
  const [source, writtenBy, language] = [cleanText(of.source), cleanText(of.writtenBy), of.language.trim()];
  if (text.length > maxLength) return refuse("text", `Write at most ${maxLength.toLocaleString("en-IN")} characters.`);
  const words = cleanLines(text);
  const paragraphs = words.split(of.kind === "contents" ? /\n+/ : /\n{2,}/).filter((paragraph) => paragraph !== "");
  if (!paragraphs.some((paragraph) => !paragraph.startsWith(heading))) return refuse("text", "There is no text in it.");
  if (paragraphs.length > maxParagraphs) return refuse("text", `Write at most ${maxParagraphs} paragraphs.`);
  if (of.kind === "extract" && source === "")
    return refuse("source", "Say where in the book it stands, such as “Chapter 1”, so that readers know.");
  if (source.length > maxLineLength)
    return refuse("source", `Where it stands in the book: write at most ${maxLineLength} characters.`);
  if (writtenBy.length > maxLineLength)
    return refuse("writtenBy", `Who wrote it: write at most ${maxLineLength} characters.`);
  if (!/^[a-z]{2,3}$/.test(language))
    return refuse("language", "A language is written as two small letters, such as hi or en.");
  return { ok: true, page: { ...of, language, source, writtenBy, paragraphs } };
}
