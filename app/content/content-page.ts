/** A page of words. In its texts `[words](/path)` is a link. */
export interface ContentPage {
  title: string;
  /** One sentence for search engines. */
  description: string;
  lead: string;
  /** When its words last changed, as the page says it. */
  updated?: string;
  /** What the bookseller says before it, as plain text in paragraphs; null for nothing. */
  booksellerWords?: string[] | null;
  sections: ContentSection[];
}

export interface ContentSection {
  /** Its anchor. */
  id: string;
  heading: string;
  blocks: Block[];
}

/** A paragraph, a list, a table, or names with their values. */
export type Block =
  | string
  | { list: string[] }
  | { steps: string[] }
  | { facts: [name: string, value: string][] }
  | { table: { caption: string; headings: string[]; rows: string[][] } };

const link = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Text without its links' addresses, for where only words can stand. */
export function plainText(text: string): string {
  return text.replace(link, "$1");
}

/** Text in pieces, each with the address it links to or without one. */
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

/** Words in paragraphs; null where there are none. */
export function inParagraphs(words: string | null): string[] | null {
  return words === null ? null : words.split(/\n+/);
}
