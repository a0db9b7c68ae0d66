import { cleanText } from "#shop/kernel/text/clean-text.ts";

import { tableSize, type WrittenTable } from "./weekly-table.ts";

/** So many characters the texts of a table may have. */
export const maxTableText = { title: 60, introduction: 300, sentence: 160, signature: 60 };
const maxBooks = 14;
const maxFileLength = 20_000;

type Parsed = { ok: true; table: WrittenTable } | { ok: false; problem: string };

/** A table that cannot be read, in one sentence. */
class Unreadable extends Error {}

/**
 * Reads a table from what the bookseller wrote, in parts with an empty line between them: `# Title` and below it
 * `Begins: 2026-11-23` (or `Begins: 11-23` for every year); a sentence or two on why these; then each book: its id or ISBN,
 * a sentence, and `-- ` before who says it. What is not like that is told in one sentence.
 */
export function parseTable(text: string): Parsed {
  try {
    return { ok: true, table: readTable(text) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.message };
    throw error;
  }
}

/** A table as `parseTable` reads it. */
export function writeTable({ title, introduction, begins, books }: WrittenTable): string {
  const parts = [
    `# ${title}\nBegins: ${begins}`,
    introduction,
    ...books.map(({ bookId, sentence, signature }) => `${bookId}\n${sentence}\n-- ${signature}`),
  ];
  return `${parts.join("\n\n")}\n`;
}

function readTable(text: string): WrittenTable {
  if (text.length > maxFileLength)
    throw new Unreadable(
      `All words of a table together have at most ${maxFileLength.toLocaleString("en-IN")} characters.`,
    );
  const [head = [], introduction = [], ...blocks] = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
    .map((part) => part.split("\n").map(cleanText));
  const [titleLine = "", beginsLine = ""] = head;
  if (!titleLine.startsWith("# ") || head.length !== 2 || !beginsLine.startsWith("Begins:"))
    throw new Unreadable(
      "The file begins with its title, such as “# For the rains”, and below it “Begins: 06-10” or “Begins: 2026-06-10”.",
    );
  const begins = beginsLine.slice("Begins:".length).trim();
  if (!isTableDay(begins))
    throw new Unreadable(`“${begins}” is no day. Write it as 2026-06-10, or as 06-10 for every year.`);
  const books = blocks.map(readBook);
  if (books.length < tableSize.min || books.length > maxBooks)
    throw new Unreadable(
      `A table needs ${tableSize.min} to ${maxBooks} books, the best ${tableSize.max} and some in reserve; this one has ${books.length}. ` +
        "Leave an empty line between the title, the introduction and each book.",
    );
  return {
    title: within("title", titleLine.slice(2).trim(), "The title"),
    begins,
    introduction: within("introduction", introduction.join(" "), "The introduction"),
    books,
  };
}

function readBook(lines: string[]): WrittenTable["books"][number] {
  const [bookId = "", ...words] = lines;
  const last = words.pop() ?? "";
  const signature = /^(?:--|[—–])\s*(.*)$/.exec(last)?.[1];
  if (signature === undefined || words.length === 0)
    throw new Unreadable(
      `The book “${bookId}” needs three lines: its id or ISBN, a sentence, and “-- ” before who says it.`,
    );
  return {
    bookId,
    sentence: within("sentence", words.join(" "), `The sentence for ${bookId}`),
    signature: within("signature", signature, `The signature for ${bookId}`),
  };
}

function within(part: keyof typeof maxTableText, text: string, what: string): string {
  if (text === "") throw new Unreadable(`${what} is empty.`);
  if (text.length > maxTableText[part])
    throw new Unreadable(`${what} has ${text.length} characters; write at most ${maxTableText[part]}.`);
  return text;
}

/** Whether a table may begin so: a day of the calendar, `2026-06-10`, or one of every year, `06-10`; 29 February is one. */
export function isTableDay(text: string): boolean {
  if (!/^(\d{4}-)?\d{2}-\d{2}$/.test(text)) return false;
  const day = text.length === 5 ? `2024-${text}` : text;
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
