import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Blob, Face, Font } from "harfbuzzjs";
import { unpackWoff } from "./woff.ts";

/** One drawing command in ems, y downwards. */
export interface Stroke {
  type: string;
  values: number[];
}

/** A font file ready for shaping, with a cache of its outlines. */
export interface LoadedFont {
  font: Font;
  unitsPerEm: number;
  characters: Set<number>;
  outlines: Map<number, Stroke[]>;
}

const require = createRequire(import.meta.url);
const loaded = new Map<string, LoadedFont>();

/** Loads a fontsource file named `package/file` without the extension; cached per process. */
export function loadFont(name: string): LoadedFont {
  const known = loaded.get(name);
  if (known) return known;
  const [family, file] = name.split("/");
  const path = require.resolve(`@fontsource/${family}/files/${file}.woff`);
  const face = new Face(new Blob(unpackWoff(readFileSync(path))));
  const font: LoadedFont = {
    font: new Font(face),
    unitsPerEm: face.upem,
    characters: new Set(face.collectUnicodes()),
    outlines: new Map(),
  };
  loaded.set(name, font);
  return font;
}

/** The outline of one glyph in ems, y downwards. */
export function glyphOutline(source: LoadedFont, glyph: number): Stroke[] {
  const known = source.outlines.get(glyph);
  if (known) return known;
  const outline = source.font.glyphToJson(glyph).map(({ type, values }) => ({
    type,
    values: values.map((value, i) => (i % 2 ? -value : value) / source.unitsPerEm),
  }));
  source.outlines.set(glyph, outline);
  return outline;
}
