/** Draws a bookplate: a book's endpaper as a border, and on the paper inside it "ex libris" and a name. */
import { hashText } from "./seeded-random.ts";
import { circle, placeDrawing, rect } from "./page.ts";
import { definePrint, fillsOfPrint, type Print } from "./patterns/print.ts";
import type { FaceName } from "./type/faces.ts";
import { joinedScript } from "./type/scripts.ts";
import { setText, type SetText } from "./type/set-text.ts";

export type { Print } from "./patterns/print.ts";

/** The book of a plate. `emblem` is a drawing of `drawEmblem`; without it the roundel shows the print. */
export interface PlateSubject {
  title: string;
  year: string;
  emblem?: string | undefined;
}

/** What is written on a bookplate: the owner's name, or the words of a present. Each may be in any script. */
export type PlateWords = { name: string } | { for: string; from: string; line: string };

/** The size of the drawing in pixels: 74 by 105 mm with 10 pixels per millimetre. */
export const plateWidth = 740;
export const plateHeight = 1050;

const border = 74;
const paper = "#fffefb";
const ink = "#211d18";
const quiet = "#6b6258";
const line = "#cfc5b5";
const inner = { x: border + 46, width: plateWidth - 2 * (border + 46) };
const top = border + 70;
const roundel = { y: 776, radius: 44 };
/** Width of an emblem, which is drawn in place of the print of the roundel. */
const roundelSize = 124;
/** Letters of a word that is broken, because on one line it would be too small to read. */
const longWord = 18;

interface Block {
  text: string;
  face: FaceName;
  maxSize: number;
  fill: string;
  height: number;
  maxLines: number;
  /** Space above it. */
  gap: number;
  /** Whether a rule to write on replaces a text without any letter that can be drawn. */
  isName?: boolean;
}

/** Draws a bookplate for a book: an SVG of 740 by 1050 pixels, all text as outlines. */
export function drawBookplate(words: PlateWords, book: PlateSubject, print: Print): string {
  const key = `plate-${hashText(JSON.stringify([words, book, print.sheet]))}`;
  const foot = setText(
    book.title,
    { ...inner, y: 842, height: 64 },
    { face: "serifText", fill: quiet, maxSize: 31, maxLines: 2, align: "center", valign: "middle" },
  );
  const year = setText(
    book.year,
    { ...inner, y: 918, height: 30 },
    { face: "serifItalic", fill: quiet, maxSize: 30, maxLines: 1, align: "center" },
  );
  const sheet = { x: border, y: border, width: plateWidth - 2 * border, height: plateHeight - 2 * border };
  const frame = { x: border + 14, y: border + 14, width: sheet.width - 28, height: sheet.height - 28 };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${plateWidth}" height="${plateHeight}" viewBox="0 0 ${plateWidth} ${plateHeight}">`,
    definePrint(key, print, plateWidth / 2),
    ...fillsOfPrint(key, print).map((fill) => rect({ x: 0, y: 0, width: plateWidth, height: plateHeight }, fill)),
    rect(sheet, `fill="${paper}"`),
    rect(frame, `fill="none" stroke="${line}" stroke-width="2"`),
    ...stack(blocksOf(words)),
    book.emblem
      ? placeDrawing(book.emblem, {
          x: plateWidth / 2 - roundelSize / 2,
          y: roundel.y - roundelSize / 2,
          width: roundelSize,
          height: roundelSize,
        })
      : fillsOfPrint(key, print)
          .map((fill) => circle(plateWidth / 2, roundel.y, roundel.radius, fill))
          .join(""),
    foot.svg,
    year.svg,
    "</svg>",
  ].join("");
}

function blocksOf(words: PlateWords): Block[] {
  const label = { face: "serifItalic", fill: quiet, maxLines: 1, maxSize: 52, height: 60 } as const;
  const name = { face: "serif", fill: ink, isName: true } as const;
  if ("name" in words)
    return [
      { ...label, text: "ex libris", maxSize: 62, height: 70, gap: 0 },
      { ...name, text: words.name, maxSize: 104, maxLines: 5, height: 340, gap: 70 },
    ];
  const blocks: Block[] = [
    { ...label, text: "for", gap: 0 },
    { ...name, text: words.for, maxSize: 84, maxLines: 3, height: 180, gap: 26 },
  ];
  if (words.from)
    blocks.push(
      { ...label, text: "from", gap: 42 },
      { ...name, text: words.from, maxSize: 58, maxLines: 3, height: 120, gap: 22 },
    );
  if (words.line)
    blocks.push({ ...label, text: words.line, fill: ink, maxSize: 40, maxLines: 3, height: 110, gap: 44 });
  return blocks;
}

/** Sets the blocks one below the other, in the middle of the room above the roundel. */
function stack(blocks: Block[]): string[] {
  const room = roundel.y - roundel.radius - 40 - top;
  const sets: { set: SetText; y: number; isRule: boolean }[] = [];
  let y = 0;
  for (const { text, gap, isName, height, ...setting } of blocks) {
    const set = setText(breakLongWords(text), { ...inner, y: 0, height }, { ...setting, align: "center" });
    const isRule = set.ink.height === 0 && isName === true;
    y += gap;
    sets.push({ set, y, isRule });
    y += isRule ? 70 : set.ink.height;
  }
  const shift = top + Math.max(0, (room - y) / 2);
  return sets.map((placed) =>
    placed.isRule
      ? rect({ x: inner.x + 40, y: shift + placed.y + 68, width: inner.width - 80, height: 2 }, `fill="${quiet}"`)
      : placed.set.moved(shift + placed.y).svg,
  );
}

function breakLongWords(text: string): string {
  return text
    .split(" ")
    .map((word) => {
      const letters = Array.from(new Intl.Segmenter("en").segment(word), ({ segment }) => segment);
      if (letters.length <= longWord || joinedScript.test(word)) return word;
      const pieces = Math.ceil(letters.length / longWord);
      const size = Math.ceil(letters.length / pieces);
      return Array.from({ length: pieces }, (_, at) => letters.slice(at * size, (at + 1) * size).join("")).join(" ");
    })
    .join(" ");
}
