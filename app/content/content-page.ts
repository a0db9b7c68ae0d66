/** A page of text. */
export interface ContentPage {
  title: string;
  /** Meta description, one sentence. */
  description: string;
  lead: string;
  /** Date of the last change, formatted. */
  updated?: string;
  sections: ContentSection[];
}

export interface ContentSection {
  /** Id of the heading, for anchor links. */
  id: string;
  /** Null before the first heading of a page. */
  heading: string | null;
  blocks: Block[];
}

/** A string in which `[words](/path)` is a link, or pieces. */
export type Text = string | Inline[];

/** Words with links, bold and italic words; `\n` is a line break. */
export type Inline = string | { to: string; words: Inline[] } | { strong: Inline[] } | { emphasis: Inline[] };

/** A paragraph, a heading, a list, a table, or names with values. */
export type Block =
  | Text
  | { heading: Text; id: string }
  | { list: Text[] }
  /** A numbered list; `start` is its first number if that is not 1. */
  | { steps: Text[]; start?: number }
  | { facts: [name: string, value: string][] }
  | { table: { caption: string; headings: string[]; rows: string[][] } };

const link = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Strips links and styles, for places that accept only plain text. */
export function plainText(text: Text): string {
  if (typeof text === "string") return text.replace(link, "$1");
  return text.map(plainInline).join("");
}

function plainInline(one: Inline): string {
  if (typeof one === "string") return one === "\n" ? " " : one;
  if ("to" in one) return plainText(one.words);
  return plainText("strong" in one ? one.strong : one.emphasis);
}

/** The words of a block. */
export function plainBlock(block: Block): string {
  if (typeof block === "string" || Array.isArray(block)) return plainText(block);
  if ("heading" in block) return plainText(block.heading);
  if ("list" in block) return block.list.map(plainText).join(" ");
  if ("steps" in block) return block.steps.map(plainText).join(" ");
  const rows = "facts" in block ? block.facts : block.table.rows;
  return rows.flat().map(plainText).join(" ");
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

/** A heading within a section, with the blocks that follow it. */
export interface SectionPart {
  id: string;
  heading: Text;
  blocks: Block[];
}

/** Splits the blocks of a section at its smaller headings; `opening` is before the first. */
export function splitAtHeadings(blocks: Block[]): { opening: Block[]; parts: SectionPart[] } {
  const opening: Block[] = [];
  const parts: SectionPart[] = [];
  for (const block of blocks) {
    if (typeof block === "object" && "heading" in block) parts.push({ ...block, blocks: [] });
    else (parts.at(-1)?.blocks ?? opening).push(block);
  }
  return { opening, parts };
}
