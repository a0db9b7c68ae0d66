/** Shapes one line of text with HarfBuzz, with font fallback and both directions, and returns its outlines. */
import { Buffer as ShapingBuffer, Direction, Feature, shape } from "harfbuzzjs";
import { faces, type FaceName } from "./faces.ts";
import { glyphOutline, loadFont, type LoadedFont, type Stroke } from "./font.server.ts";
import { joinedScript, splitByDirection } from "./scripts.ts";

/** One line of text as outlines, in ems from the start of the baseline, y downwards. */
export interface ShapedLine {
  advance: number;
  glyphs: { outline: Stroke[]; x: number; y: number; scale: number }[];
  /** Number of letters that no font contains. */
  missing: number;
  /** Bounding box of the ink; all zero if there is none. */
  ink: { left: number; top: number; right: number; bottom: number };
}

interface Run {
  file: string;
  text: string;
  isRightToLeft: boolean;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Scales of scripts that look small next to Latin capitals of the same size. */
const scales: [RegExp, number][] = [
  [/\p{Script=Devanagari}/u, 1.2],
  [/\p{Script=Arabic}/u, 1.25],
];
const neutral = /^[\s\p{P}\p{N}\p{S}]+$/u;
/** One buffer for all runs, because the memory of a buffer is outside the JavaScript heap and is freed late. */
const buffer = new ShapingBuffer();
const withoutLigatures = ["liga", "clig", "dlig"].map((tag) => new Feature(tag, 0));

function covers(font: LoadedFont, cluster: string): boolean {
  return [...cluster].every(
    (letter) => font.characters.has(letter.codePointAt(0)!) || letter === "\u200d" || letter === "\u200c",
  );
}

/**
 * Splits text into runs of one font and one direction, from left to right. A letter that no font contains is reduced to
 * its base letter, or omitted.
 */
function splitRuns(text: string, face: FaceName): { runs: Run[]; missing: number } {
  const { files } = faces[face];
  let missing = 0;
  const runs = splitByDirection(text).flatMap(({ text: stretch, isRightToLeft }) => {
    const own: Run[] = [];
    function append(cluster: string): boolean {
      const last = own.at(-1);
      // Prefer the font of the letters before the punctuation, then the fonts after it in the list.
      const from = last && neutral.test(cluster) ? files.indexOf(last.file) : 0;
      const file = [...files.slice(from), ...files].find((candidate) => covers(loadFont(candidate), cluster));
      if (!file) return false;
      if (last?.file === file) last.text += cluster;
      else own.push({ file, text: cluster, isRightToLeft });
      return true;
    }
    for (const { segment } of graphemes.segment(stretch)) {
      if (append(segment)) continue;
      const bare = segment.normalize("NFKD").replace(/\p{M}/gu, "");
      if (bare === segment || !append(bare)) missing++;
    }
    return isRightToLeft ? own.toReversed() : own;
  });
  return { runs, missing };
}

function shapeRun(run: Run, tracked: boolean) {
  buffer.reset();
  buffer.addText(run.text);
  if (run.isRightToLeft) buffer.setDirection(Direction.RTL);
  buffer.guessSegmentProperties();
  shape(loadFont(run.file).font, buffer, tracked ? withoutLigatures : []);
  return buffer.getGlyphInfosAndPositions();
}

/** Shapes one line. `tracking` in ems applies to Latin letters only, not to scripts whose letters join. */
export function shapeLine(text: string, face: FaceName, tracking = 0): ShapedLine {
  const line: ShapedLine = {
    advance: 0,
    glyphs: [],
    missing: 0,
    ink: { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity },
  };
  const { runs, missing } = splitRuns(text.normalize("NFC"), face);
  line.missing = missing;
  for (const run of runs) {
    const joined = joinedScript.test(run.text);
    const scale = scales.find(([script]) => script.test(run.text))?.[1] ?? 1;
    const font = loadFont(run.file);
    const em = font.unitsPerEm / scale;
    const gap = joined ? 0 : tracking;
    for (const glyph of shapeRun(run, gap !== 0)) {
      if (glyph.codepoint === 0) {
        line.missing++;
        continue;
      }
      const x = line.advance + (glyph.xOffset ?? 0) / em;
      const y = -(glyph.yOffset ?? 0) / em;
      const outline = glyphOutline(font, glyph.codepoint);
      if (outline.length > 0) line.glyphs.push({ outline, x, y, scale });
      line.advance += (glyph.xAdvance ?? 0) / em + gap;
    }
  }
  measureInk(line);
  return line;
}

function measureInk(line: ShapedLine): void {
  const { ink } = line;
  for (const { outline, x, y, scale } of line.glyphs) {
    for (const { values } of outline) {
      for (let i = 0; i < values.length; i += 2) {
        const [across, down] = [x + values[i]! * scale, y + values[i + 1]! * scale];
        ink.left = Math.min(ink.left, across);
        ink.right = Math.max(ink.right, across);
        ink.top = Math.min(ink.top, down);
        ink.bottom = Math.max(ink.bottom, down);
      }
    }
  }
  if (line.glyphs.length === 0) line.ink = { left: 0, top: 0, right: 0, bottom: 0 };
}

/**
 * The path data of a line whose baseline starts at (x, y), with `size` in pixels per em, rounded to a tenth of a pixel.
 */
export function linePath(line: ShapedLine, x: number, y: number, size: number): string {
  let d = "";
  let [penX, penY] = [0, 0];
  for (const glyph of line.glyphs) {
    for (const { type, values } of glyph.outline) {
      if (type === "Z") {
        d += "z";
        continue;
      }
      const isStart = type === "M";
      if (isStart) [penX, penY] = [0, 0];
      let [endX, endY] = [penX, penY];
      d += isStart ? "M" : type.toLowerCase();
      for (let i = 0; i < values.length; i += 2) {
        endX = tenths(x + (glyph.x + values[i]! * glyph.scale) * size);
        endY = tenths(y + (glyph.y + values[i + 1]! * glyph.scale) * size);
        d += separated(endX - penX, i > 0) + separated(endY - penY, true);
      }
      [penX, penY] = [endX, endY];
    }
  }
  return d;
}

function tenths(value: number): number {
  return Math.round(value * 10);
}

/** Formats a number of tenths for SVG. A space precedes it only if SVG needs one. */
function separated(value: number, follows: boolean): string {
  const written = String(value / 10).replace(/^(-?)0\./, "$1.");
  return follows && !written.startsWith("-") ? ` ${written}` : written;
}
