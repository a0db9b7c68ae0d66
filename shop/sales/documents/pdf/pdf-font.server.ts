/** Opens fonts for pdfkit with HarfBuzz as the shaper, so that Indian scripts are set correctly. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { create, type Font, type Glyph } from "fontkit";
import { Buffer as ShapingBuffer, Feature, shape } from "harfbuzzjs";

import { loadFont } from "#covers/type/font.server.ts";
import { unpackWoff } from "#covers/type/woff.ts";

interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

/**
 * The maximum number of shaped texts that are cached per font; then the cache is cleared. pdfkit measures a text before
 * it sets it, so each shaped text is needed twice.
 */
const maxShapes = 2_000;

/** A text as glyphs in drawing order; in font units. */
interface Shape {
  glyphs: Glyph[];
  positions: Position[];
}

interface GlyphRun extends Shape {
  readonly advanceWidth: number;
}

const require = createRequire(import.meta.url);
const fonts = new Map<string, Font>();
/** One buffer for all runs: its memory is outside the JavaScript heap and would be freed late. */
const buffer = new ShapingBuffer();

/**
 * Opens a fontsource file, named `package/file` without the extension, for pdfkit; each is read once per process.
 * HarfBuzz shapes its text: fontkit, the default of pdfkit, misplaces the marks of Indian scripts and fails on some.
 */
export function openPdfFont(name: string): Font {
  const known = fonts.get(name);
  if (known) return known;
  const [family, file] = name.split("/");
  const path = require.resolve(`@fontsource/${family}/files/${file}.woff`);
  const read = create(Buffer.from(unpackWoff(readFileSync(path))));
  const shapes = new Map<string, Shape>();
  const layOut = (text: string, features: string[] = []): GlyphRun => {
    const key = `${features.join()} ${text}`;
    let shape = shapes.get(key);
    if (!shape) {
      if (shapes.size >= maxShapes) shapes.clear();
      shapes.set(key, (shape = shapeRun(name, read, text, features)));
    }
    // Copied, because pdfkit scales the positions in place and then reads the width.
    const positions = shape.positions.map((position) => ({ ...position }));
    return {
      glyphs: shape.glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
  const font: Font = Object.create(read, { layout: { value: layOut } });
  fonts.set(name, font);
  return font;
}

function shapeRun(name: string, font: Font, text: string, features: string[]): Shape {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  const { font: shaper } = loadFont(name);
  shape(
    shaper,
    buffer,
    features.map((tag) => new Feature(tag, 1)),
  );
  const shaped = buffer.getGlyphInfosAndPositions();
  const meanings = meaningsOf(
    text,
    shaped.map(({ codepoint, cluster }) => ({ id: codepoint, cluster })),
    (character) => shaper.nominalGlyph(character) ?? 0,
  );
  const positions = shaped.map(({ xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 }) => ({
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  }));
  return {
    glyphs: shaped.map(({ codepoint }, place) => font.getGlyph(codepoint, meanings[place])),
    positions,
  };
}

/** A glyph with the code points that it stands for. */
interface NamedGlyph {
  id: number;
  cluster: number;
  meaning: number[];
}

/**
 * Which characters each glyph stands for, for programs that ignore `ActualText`. A glyph gets the character that the
 * font maps to it. The remaining characters of a cluster go to its first glyph that got no character.
 */
function meaningsOf(
  text: string,
  glyphs: { id: number; cluster: number }[],
  glyphOf: (character: number) => number,
): number[][] {
  const named = glyphs.map(({ id, cluster }): NamedGlyph => ({ id, cluster, meaning: [] }));
  const clusters = Map.groupBy(named, ({ cluster }) => cluster);
  const starts = [...clusters.keys()].sort((a, b) => a - b);
  for (const [i, start] of starts.entries()) {
    const left = Array.from(text.slice(start, starts[i + 1]), (letter) => letter.codePointAt(0) ?? 0);
    const members = clusters.get(start) ?? [];
    for (const { id, meaning } of members) {
      const at = left.findIndex((character) => glyphOf(character) === id);
      if (at >= 0) meaning.push(...left.splice(at, 1));
    }
    const unnamed = members.find(({ meaning }) => meaning.length === 0) ?? members[0];
    unnamed?.meaning.push(...left);
  }
  return named.map(({ meaning }) => meaning);
}
