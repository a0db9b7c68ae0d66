/** Measures, wraps and sets text of mixed scripts in a PDF, so that it can be searched, copied and read aloud. */

import { loadFont } from "#covers/type/font.server.ts";
import { openPdfFont } from "./pdf-font.server.ts";
import { openTags, type Tags } from "./pdf-tags.server.ts";

export type FontWeight = "display" | "text" | "strong";

/** The style of a line. */
export interface TextStyle {
  fontWeight: FontWeight;
  /** Points. */
  size: number;
  color: string;
  /** Digits of equal width, for columns of money. */
  isTabular?: boolean;
}

/** A part of a line in one font. */
interface Run {
  font: string;
  text: string;
}

function mukta(weight: number): string[] {
  return ["latin", "latin-ext", "devanagari"].map((script) => `mukta/mukta-${script}-${weight}-normal`);
}

/** Fonts for the other scripts of the languages in the Constitution of India; Urdu in the Naskh style. */
function indianScripts(weight: number): string[] {
  const noto = ["bengali", "gurmukhi", "gujarati", "oriya", "tamil", "telugu", "kannada", "malayalam"];
  return [
    ...noto.map((script) => `noto-sans-${script}/noto-sans-${script}-${script}-${weight}-normal`),
    `noto-naskh-arabic/noto-naskh-arabic-arabic-${weight}-normal`,
  ];
}

/** Font files by preference. The rupee sign is in `latin-ext`; Mukta's Devanagari and Latin belong to one design. */
const fontsOfWeight: Record<FontWeight, string[]> = {
  display: [
    "fraunces/fraunces-latin-600-normal",
    "fraunces/fraunces-latin-ext-600-normal",
    "tiro-devanagari-hindi/tiro-devanagari-hindi-devanagari-400-normal",
    ...indianScripts(600),
  ],
  text: [...mukta(400), "jost/jost-cyrillic-400-normal", ...indianScripts(400)],
  strong: [...mukta(600), "jost/jost-cyrillic-600-normal", ...indianScripts(600)],
};

/** A line ready to be set; widths in points. */
interface MeasuredLine {
  runs: (Run & { width: number })[];
  width: number;
}

/** Indian scripts: their glyphs are not in the order of their letters. */
const reorderedScript = /[\u0900-\u0d7f]/u;
/**
 * Scripts for which screen readers need the text of the glyphs (`ActualText`): the Indian scripts, and Arabic. Arabic
 * glyphs are drawn in reverse order, as programs that copy text expect.
 */
const shapedScript = /[\u0600-\u06ff\u0750-\u077f\u0900-\u0d7f]/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const joiners = /[\u200c\u200d]/;

function covers(font: string, cluster: string): boolean {
  const { characters } = loadFont(font);
  return [...cluster].every((letter) => characters.has(letter.codePointAt(0) ?? 0) || joiners.test(letter));
}

/**
 * Splits a text into runs of one font. Letters without a font become boxes, so that the reader sees that something is
 * missing.
 */
function splitRuns(text: string, fontWeight: FontWeight): Run[] {
  const runs: Run[] = [];
  for (const { segment } of graphemes.segment(text.normalize("NFC"))) {
    const last = runs.at(-1);
    if (last && segment === " ") {
      last.text += segment;
      continue;
    }
    const font =
      fontsOfWeight[fontWeight].find((candidate) => covers(candidate, segment)) ?? fontsOfWeight[fontWeight][0]!;
    if (last?.font === font) last.text += segment;
    else runs.push({ font, text: segment });
  }
  return runs;
}

/** Sets lines of mixed scripts on one baseline, as text that can be searched, copied and read aloud. */
export interface TextWriter {
  tags: Tags;
  /** Points. */
  measure: (text: string, style: TextStyle) => number;
  /**
   * Breaks a text into lines of `width` points; a word that is too long is broken. The last of `maxLines` lines ends in
   * `…`.
   */
  wrap: (text: string, style: TextStyle, width: number, maxLines?: number) => string[];
  /** Sets one line; `x` is its left or right end, `y` its baseline. */
  write: (text: string, style: TextStyle, x: number, y: number, from?: "left" | "right") => void;
}

/** Creates the text writer of a PDF. */
export function createTextWriter(doc: PDFKit.PDFDocument): TextWriter {
  const tags = openTags(doc);
  const registered = new Set<string>();
  const lines = new Map<string, MeasuredLine>();

  function take(font: string, size: number) {
    if (!registered.has(font)) {
      doc.registerFont(font, openPdfFont(font) as never);
      registered.add(font);
    }
    doc.font(font).fontSize(size);
  }

  /** Measures a text once and caches the result. */
  function layOut(text: string, style: TextStyle): MeasuredLine {
    const key = `${style.fontWeight} ${style.size} ${style.isTabular} ${text}`;
    let line = lines.get(key);
    if (line === undefined) {
      const runs = splitRuns(text, style.fontWeight).map((run) => {
        take(run.font, style.size);
        return { ...run, width: doc.widthOfString(run.text, featuresOf(style)) };
      });
      line = { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
      lines.set(key, line);
    }
    return line;
  }

  function measure(text: string, style: TextStyle): number {
    return layOut(text, style).width;
  }

  function wrap(text: string, style: TextStyle, width: number, maxLines = Infinity): string[] {
    const lines: string[] = [];
    const space = measure(" ", style);
    let line = "";
    let used = 0;
    const append = (piece: string, gap: string) => {
      const needed = measure(piece, style) + (gap && line ? space : 0);
      if (line && used + needed > width) {
        lines.push(line);
        line = "";
        used = 0;
      }
      used += line ? needed : measure(piece, style);
      line += (line && gap) + piece;
    };
    for (const word of text.split(/\s+/).filter(Boolean)) {
      if (measure(word, style) <= width) append(word, " ");
      else for (const [i, { segment }] of [...graphemes.segment(word)].entries()) append(segment, i === 0 ? " " : "");
    }
    if (line) lines.push(line);
    return lines.length > maxLines ? [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]} …`] : lines;
  }

  function write(text: string, style: TextStyle, x: number, y: number, from: "left" | "right" = "left") {
    const draw = () => {
      const { runs, width: whole } = layOut(text, style);
      let at = from === "right" ? x - whole : x;
      for (const { width, ...run } of runs) {
        take(run.font, style.size);
        const set = () =>
          doc
            .fillColor(style.color)
            .text(run.text, at, y, { lineBreak: false, baseline: "alphabetic", ...featuresOf(style) });
        if (reorderedScript.test(run.text)) nameGlyphs(doc, run.text, set);
        else set();
        at += width;
      }
    };
    tags.text(draw, shapedScript.test(text) ? text : undefined);
  }

  return { tags, measure, wrap, write };
}

/**
 * Adds the text of the glyphs that `set` draws as `ActualText`, for search and copying. The mark must be inside the
 * text object, but pdfkit can only add one outside it. There the coordinates differ, and programs would find the text
 * in a wrong place.
 */
function nameGlyphs(doc: PDFKit.PDFDocument, text: string, set: () => void) {
  const writer = doc as unknown as { addContent: (operation: string) => unknown };
  const add = writer.addContent;
  const actual = Buffer.from(`\ufeff${text}`, "utf16le").swap16().toString("hex");
  writer.addContent = (operation) => {
    if (operation === "ET") add.call(doc, "EMC");
    add.call(doc, operation);
    if (operation === "BT") add.call(doc, `/Span <</ActualText <${actual}>>> BDC`);
    return doc;
  };
  set();
  writer.addContent = add;
}

/**
 * A list of features, even an empty one, makes pdfkit set a run as a whole; otherwise it sets word by word, and
 * right-to-left lines backwards.
 */
function featuresOf(style: TextStyle): { features: PDFKit.Mixins.OpenTypeFeatures[] } {
  return { features: style.isTabular ? ["tnum"] : [] };
}
