import { cleanText } from "#shop/kernel/text/clean-text.ts";

/** An issue of the newsletter, parsed from the bookseller's text. */
export interface NewsletterIssue {
  subject: string;
  /**
   * Paragraphs and links to pages of the shop, in the order of the text. The first link becomes the letter's button,
   * except links to books (`findLinkedBook`).
   */
  parts: (string | IssueLink)[];
}

export interface IssueLink {
  label: string;
  path: string;
}

/** The id of the book to whose page a link leads; null for other pages. A letter shows its author and price. */
export function findLinkedBook({ path }: IssueLink): string | null {
  return /^\/books\/([\w-]+)$/.exec(path)?.[1] ?? null;
}

/** Writes an issue as text, with the books as links after the text. */
export function writeIssue(subject: string, text: string, books: { id: string; title: string }[]): string {
  const links = books.map(({ id, title }) => `[${title.replaceAll(/[[\]]/g, "")}](/books/${id})`);
  return [`# ${subject}`, text, ...links].join("\n\n");
}

/** The subject and the text of an issue, without the books that are linked at its end, and the ids of these. */
export function splitIssue(words: string): { subject: string; text: string; bookIds: string[] } {
  const [first = "", ...lines] = cleanIssue(words).split("\n");
  const bookIds: string[] = [];
  for (let line = lines.pop(); line !== undefined; line = lines.pop()) {
    const [, label = "", path = ""] = linkLine.exec(line.trim()) ?? [];
    const id = findLinkedBook({ label, path });
    if (id) bookIds.unshift(id);
    else if (line.trim() !== "") {
      lines.push(line);
      break;
    }
  }
  return { subject: first.replace(/^# /, ""), text: lines.join("\n").trim(), bookIds };
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
 * Parses an issue: a line `# Subject`, then paragraphs with empty lines between them, and links to pages of the shop,
 * each on a line of its own, such as `[The whole list](/reading-lists/summer)`. `problem` is one sentence for the
 * bookseller.
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
  let lines: string[] = [];
  const endParagraph = () => {
    const paragraph = cleanText(lines.join("\n"));
    if (paragraph !== "") parts.push(paragraph);
    lines = [];
  };
  for (const line of rest) {
    const [, label, path] = linkLine.exec(line.trim()) ?? [];
    const isLink = label !== undefined && path !== undefined;
    if (isLink || line.trim() === "") endParagraph();
    if (isLink) parts.push({ label: cleanText(label), path });
    else lines.push(line);
  }
  endParagraph();
  const paragraphs = parts.filter((part) => typeof part === "string");
  const elsewhere = parts.filter((part) => typeof part !== "string").find(({ path }) => !/^\/(?!\/)/.test(path));
  if (elsewhere)
    return no(`“${elsewhere.path}” is not a page of the shop. Links begin with one “/”, such as /books/godan.`);
  if (paragraphs.length === 0) return no("The issue needs a paragraph below its subject.");
  if (paragraphs.some((paragraph) => paragraph.includes("](")))
    return no("A link needs a line of its own. It cannot be inside a paragraph.");
  return { ok: true, issue: { subject, parts } };
}

function no(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}
