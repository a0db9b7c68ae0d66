import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { loadFont } from "#shop/covers/type/font.ts";
import { unpackWoff } from "#shop/covers/type/woff.ts";

/** The cuts a document is set in. */
export type Cut = "display" | "text" | "strong";

/** How a line is set. */
export interface Hand {
  cut: Cut;
  /** Points. */
  size: number;
  color: string;
  /** Figures of one width, for columns of money. */
  isTabular?: boolean;
}

/** A line of text cut into stretches of one font each. */
interface Run {
  font: string;
  text: string;
}

function mukta(weight: number): string[] {
  return ["latin", "latin-ext", "devanagari"].map((script) => `mukta/mukta-${script}-${weight}-normal`);
}

/** Font files in order of preference. The rupee sign is in `latin-ext`; Mukta's Devanagari and Latin are one design. */
const cuts: Record<Cut, string[]> = {
  display: [
    "fraunces/fraunces-latin-600-normal",
    "fraunces/fraunces-latin-ext-600-normal",
    "tiro-devanagari-hindi/tiro-devanagari-hindi-devanagari-400-normal",
  ],
  text: [...mukta(400), "jost/jost-cyrillic-400-normal"],
  strong: [...mukta(600), "jost/jost-cyrillic-600-normal"],
};

const require = createRequire(import.meta.url);
const files = new Map<string, Buffer>();
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const joiners = /[\u200c\u200d]/;

function fileOf(font: string): Buffer {
  let file = files.get(font);
  if (!file) {
    const [family, cut] = font.split("/");
    // Unpacked once here: pdfkit would unpack it for every document, and slowly.
    file = Buffer.from(unpackWoff(readFileSync(require.resolve(`@fontsource/${family}/files/${cut}.woff`))));
    files.set(font, file);
  }
  return file;
}

function covers(font: string, cluster: string): boolean {
  const { characters } = loadFont(font);
  return [...cluster].every((letter) => characters.has(letter.codePointAt(0)!) || joiners.test(letter));
}

/** A script no font here has is printed as boxes: the reader sees that something is missing, not a shorter title. */
function splitRuns(text: string, cut: Cut): Run[] {
  const runs: Run[] = [];
  for (const { segment } of graphemes.segment(text.normalize("NFC"))) {
    const last = runs.at(-1);
    if (last && segment === " ") {
      last.text += segment;
      continue;
    }
    const font = cuts[cut].find((one) => covers(one, segment)) ?? cuts[cut][0]!;
    if (last?.font === font) last.text += segment;
    else runs.push({ font, text: segment });
  }
  return runs;
}

/** Sets lines of mixed scripts on one baseline. */
export interface Pen {
  /** Points. */
  measure: (text: string, hand: Hand) => number;
  /** Breaks text into lines of a width; a word that is too long breaks where it must. The last of `most` lines ends in `…`. */
  wrap: (text: string, hand: Hand, width: number, most?: number) => string[];
  /** Sets one line; x is its left or right end, y its baseline. */
  write: (text: string, hand: Hand, x: number, y: number, from?: "left" | "right") => void;
}

/** A pen for one PDF. */
export function openPen(doc: PDFKit.PDFDocument): Pen {
  const registered = new Set<string>();
  const widths = new Map<string, number>();

  function take(font: string, size: number) {
    if (!registered.has(font)) {
      doc.registerFont(font, fileOf(font));
      registered.add(font);
    }
    doc.font(font).fontSize(size);
  }

  function widthOf(run: Run, hand: Hand): number {
    take(run.font, hand.size);
    return doc.widthOfString(run.text, featuresOf(hand));
  }

  function measure(text: string, hand: Hand): number {
    const key = `${hand.cut} ${hand.size} ${hand.isTabular} ${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      width = splitRuns(text, hand.cut).reduce((sum, run) => sum + widthOf(run, hand), 0);
      widths.set(key, width);
    }
    return width;
  }

  function wrap(text: string, hand: Hand, width: number, most = Infinity): string[] {
    const lines: string[] = [];
    const space = measure(" ", hand);
    let line = "";
    let used = 0;
    const append = (piece: string, gap: string) => {
      const needed = measure(piece, hand) + (gap && line ? space : 0);
      if (line && used + needed > width) {
        lines.push(line);
        line = "";
        used = 0;
      }
      used += line ? needed : measure(piece, hand);
      line += (line && gap) + piece;
    };
    for (const word of text.split(/\s+/).filter(Boolean)) {
      if (measure(word, hand) <= width) append(word, " ");
      else for (const [i, { segment }] of [...graphemes.segment(word)].entries()) append(segment, i === 0 ? " " : "");
    }
    if (line) lines.push(line);
    return lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1]} …`] : lines;
  }

  function write(text: string, hand: Hand, x: number, y: number, from: "left" | "right" = "left") {
    let at = from === "right" ? x - measure(text, hand) : x;
    for (const run of splitRuns(text, hand.cut)) {
      const width = widthOf(run, hand);
      doc
        .fillColor(hand.color)
        .text(run.text, at, y, { lineBreak: false, baseline: "alphabetic", ...featuresOf(hand) });
      at += width;
    }
  }

  return { measure, wrap, write };
}

function featuresOf(hand: Hand): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return hand.isTabular ? { features: ["tnum"] } : {};
}
