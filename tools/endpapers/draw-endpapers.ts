/**
 * Draws the shop's endpapers: `node tools/endpapers/draw-endpapers.ts` writes two seamless tiles for each pattern.
 * A tile is one ink, used as a CSS mask, so that colours stay in `endpapers.css` and follow light and dark.
 */
import { writeFileSync } from "node:fs";

import { block } from "./block.ts";
import { marble } from "./marble.ts";

interface Tile {
  width: number;
  height: number;
  body: string;
}

const tiles: Record<string, Tile> = { ...block(), ...marble() };

for (const [name, { width, height, body }] of Object.entries(tiles)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;
  writeFileSync(new URL(`../../ui/endpapers/${name}.svg`, import.meta.url), svg);
}
