import { cleanLines, cleanText } from "#shop/kernel/text/clean-text.ts";

/** The kinds of opening page: an extract of the book, its table of contents, or a note by the bookseller. */
export const openingKinds = ["extract", "contents", "note"] as const;
type OpeningKind = (typeof openingKinds)[number];

/** The author (`setBy`) of the opening pages that came with the demonstration. */
export const demonstration = "demonstration";

/** The text that a book opens with. */
export interface OpeningPage {
  /** ISO 639, the language of the text. */
  language: string;
  kind: OpeningKind;
  /** `## ` begins a heading, `*words*` are emphasized. In a table of contents every entry is one line. */
  paragraphs: string[];
  /** Where in the book the extract is, such as `The first two chapters`; empty for a note. */
  source: string;
  /** Who wrote the text, if not the author; a note may be signed. */
  writtenBy: string;
}

const maxLength = 60_000;
const maxParagraphs = 500;
const maxLineLength = 300;
const heading = "## ";

/** A heading or paragraph of an opening page. */
export type OpeningBlock = { heading: string } | { text: string };

/** Splits the text of an opening page into headings and paragraphs. */
export function splitHeadings(paragraphs: string[]): OpeningBlock[] {
  return paragraphs.map((text) => (text.startsWith(heading) ? { heading: text.slice(heading.length) } : { text }));
}

/** A parsed form of an opening page, or the first invalid `field` with a sentence about the `problem`. */
export type ReadOpening =
  | { ok: true; page: OpeningPage }
  | { ok: false; field: "text" | "source" | "writtenBy" | "language"; problem: string };

/**
 * Parses the form of an opening page. Paragraphs are separated by empty lines; in a table of contents, every line is an
 * entry.
 */
export function readOpening({ text, ...of }: Omit<OpeningPage, "paragraphs"> & { text: string }): ReadOpening {
  type Field = Extract<ReadOpening, { ok: false }>["field"];
  const refuse = (field: Field, problem: string): ReadOpening => ({ ok: false, field, problem });
  const [source, writtenBy, language] = [cleanText(of.source), cleanText(of.writtenBy), of.language.trim()];
  if (text.length > maxLength) return refuse("text", `Write at most ${maxLength.toLocaleString("en-IN")} characters.`);
  const words = cleanLines(text);
  const paragraphs = words.split(of.kind === "contents" ? /\n+/ : /\n{2,}/).filter((paragraph) => paragraph !== "");
  if (!paragraphs.some((paragraph) => !paragraph.startsWith(heading))) return refuse("text", "The page has no text.");
  if (paragraphs.length > maxParagraphs) return refuse("text", `Write at most ${maxParagraphs} paragraphs.`);
  if (of.kind === "extract" && source === "")
    return refuse("source", "Say where in the book the extract is from, such as “Chapter 1”.");
  if (source.length > maxLineLength)
    return refuse("source", `Place in the book: write at most ${maxLineLength} characters.`);
  if (writtenBy.length > maxLineLength)
    return refuse("writtenBy", `Name of the writer: write at most ${maxLineLength} characters.`);
  if (!/^[a-z]{2,3}$/.test(language))
    return refuse("language", "Write the language as a code of two or three small letters, such as hi or en.");
  return { ok: true, page: { ...of, language, source, writtenBy, paragraphs } };
}
