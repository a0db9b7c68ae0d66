/**
 * Parses formatted text: headings, lists, bold and italic words, links and fields, written as in Markdown. What has
 * another meaning in Markdown, such as HTML, stays as it was typed. Libraries for Markdown need seconds for hostile
 * text; this takes time in proportion to its length.
 */
import type { FormattedText, Piece, TextBlock } from "./formatted-text.ts";

/** Addresses that a link may have: a path or a place of the shop, or one of these schemes. */
const safeAddress = /^(?:\/(?!\/)|#|https?:\/\/[^\s/]|mailto:[^\s@]+@|tel:\+?[\d-]+$)/i;

const heading = /^(#{1,6})[ \t]+(.*)$/;
const item = /^[ \t]{0,6}(?:[-*•]|(\d{1,2})[.)])[ \t]+(.*)$/;

type Report = (fault: string) => void;

/** Parses a formatted text, and reports links that are not safe. */
export function parseFormattedText(text: string): FormattedText {
  const faults = new Set<string>();
  const report: Report = (fault) => faults.add(fault);
  const blocks = splitBlocks(text.replaceAll(/\r\n?/g, "\n")).map((block): TextBlock => {
    if (block.kind === "heading") return { heading: parseWords(block.lines.join(" "), report), level: block.level };
    if (block.kind === "paragraph") return { paragraph: parseWords(block.lines.join("\n"), report) };
    return {
      items: block.lines.map((line) => parseWords(line, report)),
      first: block.kind === "steps" ? block.first : null,
    };
  });
  return { blocks, faults: [...faults] };
}

type Lines =
  | { kind: "heading"; level: 2 | 3; lines: string[] }
  | { kind: "steps"; first: number; lines: string[] }
  | { kind: "paragraph" | "list"; lines: string[] };

function splitBlocks(text: string): Lines[] {
  const blocks: Lines[] = [];
  /** Whether the next line continues the last block. */
  let isOpen = false;
  for (const line of text.split("\n")) {
    const last = blocks.at(-1);
    const [, signs, title] = heading.exec(line) ?? [];
    const found = item.exec(line);
    if (line.trim() === "") {
      isOpen = false;
    } else if (signs !== undefined && title !== undefined) {
      blocks.push({ kind: "heading", level: signs.length > 2 ? 3 : 2, lines: [title.trim()] });
      isOpen = false;
    } else if (found) {
      const [, number, words = ""] = found;
      // Empty lines between the points of a list do not end it.
      if (continues(last, number)) last.lines.push(words);
      else if (number === undefined) blocks.push({ kind: "list", lines: [words] });
      else blocks.push({ kind: "steps", first: Number(number), lines: [words] });
      isOpen = true;
    } else if (isOpen && last) {
      if (last.kind === "paragraph") last.lines.push(line.trim());
      else last.lines[last.lines.length - 1] += `\n${line.trim()}`;
    } else {
      blocks.push({ kind: "paragraph", lines: [line.trim()] });
      isOpen = true;
    }
  }
  return blocks;
}

/**
 * Whether an item with this number, or with a point, belongs to the block. Numbers need not count up, as `1. 1. 1.` is
 * usual; any others begin a list of their own, because they may be days such as `15. August`.
 */
function continues(block: Lines | undefined, number: string | undefined): block is Lines {
  if (block?.kind !== "steps") return block?.kind === "list" && number === undefined;
  return number !== undefined && [block.first, block.first + block.lines.length].includes(Number(number));
}

/** What is not plain words: escaped signs, fields, links, signs of bold and italic words, addresses, line breaks. */
const special =
  /\\([!-/:-@[-`{-~])|\{([^{}\n]{1,60})\}|(?<!!)\[([^[\]\n]{1,300})\]\(((?:[^()\s]|\([^()\s]{0,200}\)){1,500})\)|(\*{1,3})|(\bhttps?:\/\/[^\s<>"*]{0,500}[^\s<>"*.,;:!?)])|([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})|(\n)/g;

/** Bold or italic words that have begun. */
interface Open {
  sign: "**" | "*";
  pieces: Piece[];
}

function parseWords(text: string, report: Report): Piece[] {
  const words: Piece[] = [];
  /** At most one of each sign. */
  const open: Open[] = [];
  const add = (...pieces: Piece[]) => {
    const to = open.at(-1)?.pieces ?? words;
    for (const piece of pieces) {
      const last = to.at(-1);
      if (isWords(piece) && isWords(last)) to[to.length - 1] = last + piece;
      else if (piece !== "") to.push(piece);
    }
  };
  /** Ends the last words that have begun; as typed if their end is missing. */
  const end = (isWhole: boolean) => {
    const ended = open.pop();
    if (!ended) return;
    if (!isWhole) add(ended.sign, ...ended.pieces);
    else add(ended.sign === "**" ? { strong: ended.pieces } : { emphasis: ended.pieces });
  };
  const mark = (sign: Open["sign"], isAfterSpace: boolean, isBeforeSpace: boolean) => {
    if (!open.some((one) => one.sign === sign)) {
      if (isBeforeSpace) add(sign);
      else open.push({ sign, pieces: [] });
    } else if (isAfterSpace) {
      add(sign);
    } else {
      while (open.at(-1)?.sign !== sign) end(false);
      end(true);
    }
  };
  let at = 0;
  for (const match of text.matchAll(special)) {
    add(text.slice(at, match.index));
    const [whole, escaped, field, label, address, stars, url, mail] = match;
    at = match.index + whole.length;
    if (escaped !== undefined) add(escaped);
    else if (field !== undefined) add({ field: field.trim() });
    else if (label !== undefined && address !== undefined) add(...linkTo(address, parseLabel(label), report));
    else if (stars !== undefined) {
      const isAfterSpace = /^$|\s/.test(text.slice(match.index - 1, match.index));
      const isBeforeSpace = /^$|\s/.test(text.slice(at, at + 1));
      const signs: Open["sign"][] =
        stars === "***" ? (open.at(-1)?.sign === "*" ? ["*", "**"] : ["**", "*"]) : [stars === "**" ? "**" : "*"];
      for (const sign of signs) mark(sign, isAfterSpace && signs.length === 1, isBeforeSpace);
    } else if (url !== undefined) add({ to: url, pieces: [url] });
    else if (mail !== undefined) add({ to: `mailto:${mail}`, pieces: [mail] });
    else add("\n");
  }
  add(text.slice(at));
  while (open.length > 0) end(false);
  return words;
}

/** Whether a piece is plain words, not a line break. */
function isWords(piece: Piece | undefined): piece is string {
  return typeof piece === "string" && piece !== "\n";
}

/** The words of a link: plain, with fields. */
function parseLabel(label: string): Piece[] {
  return label.split(/\{([^{}\n]{1,60})\}/).flatMap((part, place): Piece[] => {
    if (place % 2 === 1) return [{ field: part.trim() }];
    return part === "" ? [] : [part];
  });
}

function linkTo(address: string, pieces: Piece[], report: Report): Piece[] {
  if (safeAddress.test(address)) return [{ to: address, pieces }];
  const shown = address.length > 60 ? `${address.slice(0, 60)}…` : address;
  report(
    `A link cannot lead to “${shown}”. Write a page of the shop such as /faq, or an address that begins with https://, mailto: or tel:.`,
  );
  return pieces;
}
