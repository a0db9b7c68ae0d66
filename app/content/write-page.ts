/** Writes a page from formatted text: shows the fields in it, and cuts it into sections. */
import { toSlug } from "#shop/catalogue/books/slug.ts";
import { parseFormattedText } from "#shop/kernel/text/parse-formatted-text.ts";
import type { ShopPage } from "#shop/office/pages/page.ts";
import type { FormattedText, Piece, TextBlock } from "#shop/kernel/text/formatted-text.ts";
import { plainText, type Block, type ContentPage, type ContentSection, type Inline } from "./content-page.ts";
import { describeUnknownField, findPageField, type PageFacts } from "./page-fields.ts";

/** Parses a text; `faults` are what is wrong with it, in sentences. */
export function readPageText(text: string): FormattedText {
  const { blocks, faults } = parseFormattedText(text);
  const alone = new Set(blocks.flatMap((block) => ("paragraph" in block ? (loneField(block.paragraph) ?? []) : [])));
  const names = [...new Set(fieldsIn(blocks))];
  return {
    blocks,
    faults: [
      ...faults,
      ...names.filter((name) => !findPageField(name)).map(describeUnknownField),
      ...names
        .filter((name) => findPageField(name)?.blocks && !alone.has(name))
        .map((name) => `{${name}} is a list: write it in a line of its own, with empty lines around it.`),
    ],
  };
}

/** The field in a paragraph that contains nothing else; undefined if there are other words. */
function loneField(pieces: Piece[]): string | undefined {
  const [first, ...rest] = pieces;
  return typeof first === "object" && "field" in first && rest.length === 0 ? first.field : undefined;
}

/** What is wrong with the fields in one line of text, in a sentence; undefined if nothing is. */
export function findLineFault(line: string): string | undefined {
  const names = [...line.matchAll(lineField)].map(([, name = ""]) => name.trim());
  const unknown = names.find((name) => !findPageField(name));
  if (unknown !== undefined) return describeUnknownField(unknown);
  const list = names.find((name) => findPageField(name)?.blocks);
  return list === undefined ? undefined : `{${list}} is a list, which fits only into the text.`;
}

const lineField = /\{([^{}\n]{1,60})\}/g;

/** One line of text, in which the fields are plain words. */
export function writeLine(line: string, facts: PageFacts): string {
  return line
    .replaceAll(lineField, (whole, name: string) => {
      const shown = findPageField(name.trim())?.words?.(facts);
      return shown === undefined ? whole : plainText(shown ?? []);
    })
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/** What a field shows now, as plain words for the desk; null if it shows blocks or nothing. */
export function showField(name: string, facts: PageFacts): string | null {
  const shown = findPageField(name)?.words?.(facts);
  return shown ? plainText(shown) : null;
}

/** The sections of a text. Paragraphs whose fields have nothing to say are left out, as are headings without a text. */
export function writeSections(text: string, facts: PageFacts): ContentSection[] {
  const sections: ContentSection[] = [];
  const ids = new Set(idsOfFrame);
  for (const block of readPageText(text).blocks) {
    const last = sections.at(-1);
    if ("heading" in block) {
      const { pieces, anchor } = splitAnchor(block.heading);
      const heading = writePieces(pieces, facts) ?? [];
      const id = freeId(anchor ?? plainText(heading), ids);
      if (block.level === 2) sections.push({ id, heading: plainText(heading), blocks: [] });
      else if (last) last.blocks.push({ heading, id });
      else sections.push({ id: "text", heading: null, blocks: [{ heading, id }] });
      continue;
    }
    const blocks = writeBlock(block, facts);
    if (last) last.blocks.push(...blocks);
    else if (blocks.length > 0) sections.push({ id: "text", heading: null, blocks });
  }
  return sections.flatMap((section) => {
    const blocks = withoutLoneHeadings(section.blocks);
    return blocks.length > 0 ? [{ ...section, blocks }] : [];
  });
}

/** A page as readers see it. */
export function writeOwnPage(
  { title, lead, text }: Pick<ShopPage, "title" | "lead" | "text">,
  facts: PageFacts,
): ContentPage {
  const sections = writeSections(text, facts);
  const shownLead = writeLine(lead, facts);
  return { title, description: shownLead || describeText(sections) || title, lead: shownLead, sections };
}

/** The first sentences of a text for search engines, at most 160 letters. */
export function describeText(sections: ContentSection[]): string {
  const first = sections
    .flatMap(({ blocks }) => blocks)
    .find((block) => typeof block === "string" || Array.isArray(block));
  const words = first === undefined ? "" : plainText(first as Inline[] | string);
  return words.length <= 160 ? words : `${words.slice(0, 159).replace(/\s+\S*$/, "")}…`;
}

/** The words of a heading, and its id if it is written after them as `{#id}`. */
function splitAnchor(heading: Piece[]): { pieces: Piece[]; anchor: string | null } {
  const last = heading.at(-1);
  if (typeof last !== "object" || !("field" in last) || !last.field.startsWith("#"))
    return { pieces: heading, anchor: null };
  return { pieces: heading.slice(0, -1), anchor: last.field.slice(1) };
}

function writeBlock(block: Exclude<TextBlock, { heading: Piece[] }>, facts: PageFacts): Block[] {
  if ("items" in block) {
    const items = block.items.flatMap((item) => {
      const written = writePieces(item, facts);
      return written ? [written] : [];
    });
    if (items.length === 0) return [];
    if (block.first === null) return [{ list: items }];
    return [{ steps: items, ...(block.first !== 1 && { start: block.first }) }];
  }
  const shown = findPageField(loneField(block.paragraph) ?? "")?.blocks;
  if (shown) return shown(facts);
  const written = writePieces(block.paragraph, facts);
  return written ? [written] : [];
}

/** Null if a field in the pieces has nothing to say. */
function writePieces(pieces: Piece[], facts: PageFacts): Inline[] | null {
  const written: Inline[] = [];
  for (const piece of pieces) {
    const one = writePiece(piece, facts);
    if (one === null) return null;
    written.push(...one);
  }
  const joined = joinWords(written);
  const last = joined.at(-1);
  return typeof last === "string" && last !== "\n" ? [...joined.slice(0, -1), last.trimEnd()] : joined;
}

function writePiece(piece: Piece, facts: PageFacts): Inline[] | null {
  if (typeof piece === "string") return [piece];
  if ("field" in piece) {
    const known = findPageField(piece.field);
    if (!known) return [`{${piece.field}}`];
    // A list cannot be shown within a sentence.
    return known.words ? known.words(facts) : [];
  }
  const inner = writePieces("to" in piece ? piece.pieces : "strong" in piece ? piece.strong : piece.emphasis, facts);
  if (inner === null) return null;
  if ("to" in piece) return [{ to: piece.to, words: inner }];
  return ["strong" in piece ? { strong: inner } : { emphasis: inner }];
}

/** Joins neighbouring words, and drops the space before an empty field. */
function joinWords(pieces: Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const follows = typeof last === "string" && last !== "\n";
    if (piece === "") {
      if (follows) joined[joined.length - 1] = last.trimEnd();
    } else if (typeof piece === "string" && piece !== "\n") {
      if (follows) joined[joined.length - 1] = last + piece;
      else joined.push(joined.length === 0 ? piece.trimStart() : piece);
    } else joined.push(piece);
  }
  return joined;
}

function withoutLoneHeadings(blocks: Block[]): Block[] {
  return blocks.filter((block, place) => {
    const next = blocks[place + 1];
    return !isHeading(block) || (next !== undefined && !isHeading(next));
  });
}

function isHeading(block: Block | undefined): boolean {
  return typeof block === "object" && "heading" in block;
}

/** Ids that the frame around each page has. */
const idsOfFrame = ["main", "site-menu", "site-search", "text"];

/** An id for anchor links that no other heading of the page has. */
function freeId(heading: string, taken: Set<string>): string {
  const base = toSlug(heading) || "part";
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  taken.add(id);
  return id;
}

function fieldsIn(blocks: TextBlock[]): string[] {
  const inPieces = (pieces: Piece[]): string[] =>
    pieces.flatMap((piece) => {
      if (typeof piece === "string") return [];
      if ("field" in piece) return [piece.field];
      return inPieces("to" in piece ? piece.pieces : "strong" in piece ? piece.strong : piece.emphasis);
    });
  return blocks.flatMap((block) =>
    "heading" in block
      ? inPieces(splitAnchor(block.heading).pieces)
      : "items" in block
        ? block.items.flatMap(inPieces)
        : inPieces(block.paragraph),
  );
}
