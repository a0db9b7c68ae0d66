import type { SeededRandom } from "#covers/seeded-random.ts";
import { mix } from "#covers/colour.ts";
import type { Palette } from "#covers/palettes.ts";
import { sprigTile } from "./block-print.ts";
import { latticeTile } from "./lattice.ts";
import { ikatTile, leafTile, marbling, scallopTile } from "./papers.ts";

/** A sheet to fill with a pattern; `id` names its tile within the drawing. */
export interface PatternArea {
  id: string;
  width: number;
  height: number;
  palette: Palette;
  random: SeededRandom;
}

/** The names of the patterns. */
export const endpaperNames = ["sprigs", "scallops", "lattice", "ikat", "marble", "leaves"] as const;

/** Draws a patterned sheet without its ground colour. */
export function drawEndpaper(name: (typeof endpaperNames)[number], area: PatternArea): string {
  const { id, width, height, palette, random } = area;
  const { accent, ink } = palette;
  const third = width / 3;
  if (name === "marble") {
    const inks = [
      palette.ground,
      accent,
      mix(palette.ground, ink, 0.75),
      palette.ground,
      mix(accent, palette.ground, 0.5),
    ];
    return marbling(width, height, inks, random);
  }
  const tiles = {
    sprigs: () => sprigTile(id, third * random.pick([0.62, 0.75]), mix(ink, palette.ground, 0.1), accent, random),
    scallops: () => scallopTile(id, width / random.pick([4, 5]), accent, palette.ground, width / 140),
    lattice: () => latticeTile(id, width / random.pick([6, 8]), accent, ink, 4),
    ikat: () => ikatTile(id, width / random.pick([6, 8]), accent, ink),
    leaves: () => leafTile(id, width / random.pick([5, 6]), mix(ink, palette.ground, 0.1), accent),
  };
  return `<defs>${tiles[name]()}</defs><rect width="${width}" height="${height}" fill="url(#${id})"/>`;
}
