import { cleanLines, cleanText } from "#shop/kernel/text/clean-text.ts";
import { plainWords, replaceInBlock, type TextBlock } from "#shop/kernel/text/formatted-text.ts";
import { parseFormattedText } from "#shop/kernel/text/parse-formatted-text.ts";

/** An issue of the newsletter, parsed from the bookseller's text. */
export interface NewsletterIssue {
  subject: string;
  /**
   * Formatted text, and links with a line of their own to pages of the shop, in the order of the text. The first such
   * link becomes the letter's button, except links to books (`findLinkedBook`).
   */
  parts: (TextBlock | IssueLink)[];
}

export interface IssueLink {
  label: string;
  path: string;
}

/** The id of the book to whose page a link leads; null for other pages. A letter shows its author and price. */
export function findLinkedBook({ path }: IssueLink): string | null {
  return /^\/books\/([\w-]+)$/.exec(path)?.[1] ?? null;
}

interface IssueBook {
  id: string;
  title: string;
}

/** Writes an issue as text, with the books as links after the text. */
export function writeIssue(subject: string, text: string, books: IssueBook[]): string {
  return [`# ${subject}`, text, ...books.map(linkToBook)].join("\n\n");
}

function linkToBook({ id, title }: IssueBook): string {
  return `[${title.replaceAll(/[[\]]/g, "")}](/books/${id})`;
}

/** The ids of the books that are linked at the end of an issue, the last `most` of them, in order. */
export function listBooksAtEnd(words: string, most: number): string[] {
  const ids: string[] = [];
  for (const line of cleanIssue(words).split("\n").reverse()) {
    const [, label = "", path = ""] = linkLine.exec(line.trim()) ?? [];
    const id = findLinkedBook({ label, path });
    if (id !== null && ids.length < most) ids.unshift(id);
    else if (line.trim() !== "") break;
  }
  return ids;
}

/**
 * The opposite of `writeIssue`: the subject, the text, and the ones of `books` that are linked at the end as that would
 * link them. Other links, such as those with words of the bookseller's own, stay in the text.
 */
export function splitIssue<Book extends IssueBook>(
  words: string,
  books: Book[],
): { subject: string; text: string; chosen: Book[] } {
  const [first = "", ...lines] = cleanIssue(words).split("\n");
  const chosen: Book[] = [];
  for (let line = lines.at(-1); line !== undefined; line = lines.at(-1)) {
    const written = line.trim();
    const book = books.find((one) => linkToBook(one) === written);
    if (written !== "" && (!book || chosen.length === books.length)) break;
    if (book) chosen.unshift(book);
    lines.pop();
  }
  return { subject: first.replace(/^# /, ""), text: lines.join("\n").trim(), chosen };
}

const maxSubjectLength = 150;
const maxIssueLength = 20_000;
const linkLine = /^\[([^\]]+)\]\((\S+)\)$/;

/**
 * Normalises the text of an issue: removes the byte order mark and unifies line breaks, which differ between editors.
 */
export function cleanIssue(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trim();
}

/**
 * Parses an issue: a line `# Subject`, then formatted text, and links to pages of the shop, such as
 * `[The whole list](/reading-lists/summer)`. `problem` is one sentence for the bookseller.
 */
export function parseIssue(text: string): { ok: true; issue: NewsletterIssue } | { ok: false; problem: string } {
  const clean = cleanIssue(text);
  if (clean.length > maxIssueLength)
    return no(`The letter: write at most ${maxIssueLength.toLocaleString("en-IN")} characters.`);
  const [first = "", ...rest] = clean.split("\n");
  const subject = cleanText(first.replace(/^# /, ""));
  if (!first.startsWith("# ") || subject === "")
    return no("The first line is the subject, such as “# Books for the rains”.");
  if (subject.length > maxSubjectLength) return no(`The subject: write at most ${maxSubjectLength} characters.`);
  const parts: NewsletterIssue["parts"] = [];
  const problems: string[] = [];
  let lines: string[] = [];
  const endText = () => {
    const { blocks, faults } = parseText(lines.join("\n"));
    parts.push(...blocks);
    problems.push(...faults);
    lines = [];
  };
  for (const line of rest) {
    const [, label, path] = linkLine.exec(line.trim()) ?? [];
    if (label === undefined || path === undefined) {
      lines.push(line);
      continue;
    }
    endText();
    parts.push({ label: cleanText(label), path });
    if (!isPath(path)) problems.push(describeElsewhere(path));
  }
  endText();
  if (problems[0] !== undefined) return no(problems[0]);
  if (!parts.some((part) => "paragraph" in part)) return no("The issue needs a paragraph below its subject.");
  return { ok: true, issue: { subject, parts } };
}

/** Parses text between links. Its links lead to pages of the shop only; a letter has no fields. */
function parseText(text: string): { blocks: TextBlock[]; faults: string[] } {
  const { blocks, faults } = parseFormattedText(cleanLines(text));
  const problems = faults.map(
    () => "A link leads to no page of the shop. Links begin with one “/”, such as /books/godan.",
  );
  const kept = blocks.map((block) =>
    replaceInBlock(block, (piece) => {
      if ("field" in piece) return `{${piece.field}}`;
      const words = plainWords(piece.pieces);
      if (isPath(piece.to)) return { to: piece.to, pieces: [words] };
      // An address that was typed without words stays as it is; mail programs make a link of it.
      if (piece.to !== words && piece.to !== `mailto:${words}`) problems.push(describeElsewhere(piece.to));
      return words;
    }),
  );
  return { blocks: kept, faults: problems };
}

function isPath(address: string): boolean {
  return /^\/(?!\/)/.test(address);
}

function describeElsewhere(address: string): string {
  return `“${address}” is not a page of the shop. Links begin with one “/”, such as /books/godan.`;
}

function no(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}
