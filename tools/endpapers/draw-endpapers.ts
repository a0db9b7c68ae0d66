/**
 * Draws the shop's endpapers: `node tools/endpapers/draw-endpapers.ts` writes two seamless tiles for each pattern. Each
 * tile is one ink and used as a CSS mask, so that the colours stay in `endpapers.css` and follow the light and dark
 * schemes.
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
