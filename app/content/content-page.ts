/** A page of text. In its texts, `[words](/path)` is a link. */
export interface ContentPage {
  title: string;
  /** Meta description, one sentence. */
  description: string;
  lead: string;
  /** Date of the last change, formatted. */
  updated?: string;
  /** Introduction by the bookseller, plain text in paragraphs; null for none. */
  booksellerText?: string[] | null;
  sections: ContentSection[];
}

export interface ContentSection {
  /** Id of the heading, for anchor links. */
  id: string;
  heading: string;
  blocks: Block[];
}

/** A paragraph, a list, a table, or names with values. */
export type Block =
  | string
  | { list: string[] }
  | { steps: string[] }
  | { facts: [name: string, value: string][] }
  | { table: { caption: string; headings: string[]; rows: string[][] } };

const link = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Strips the addresses of links, for places that accept only plain text. */
export function plainText(text: string): string {
  return text.replace(link, "$1");
}

/** Splits a text into plain pieces and links. */
export function splitLinks(text: string): { words: string; to: string | null }[] {
  const pieces: { words: string; to: string | null }[] = [];
  let end = 0;
  for (const match of text.matchAll(link)) {
    if (match.index > end) pieces.push({ words: text.slice(end, match.index), to: null });
    const [whole, words = "", to = ""] = match;
    pieces.push({ words, to });
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ words: text.slice(end), to: null });
  return pieces;
}

/** Splits a text into paragraphs; null stays null. */
export function inParagraphs(words: string | null): string[] | null {
  return words === null ? null : words.split(/\n+/);
}
