import { createSeededRandom, hashText } from "./seeded-random.ts";
import { palettes } from "./palettes.ts";
import { drawEndpaper, endpaperNames } from "./patterns/endpaper.ts";
import { setText } from "./type/set-text.ts";

const width = 1200;
const height = 630;
const label = { x: 170, y: 125, width: 860, height: 380 };
const rule = 16;
const paper = "#fbf8f3";
const ink = "#211d18";
const quiet = "#6b6258";

interface PageShare {
  /** The kind and id of the page, which determine the pattern and colours. */
  kind: string;
  id: string;
  title: string;
  shopName: string;
}

/** Draws the link preview of a page: its title on a label, on a patterned ground; 1200 by 630 pixels. */
export function drawPageShare({ kind, id, title, shopName }: PageShare): string {
  const seed = `share ${kind} ${id}`;
  const random = createSeededRandom(seed);
  const palette = random.pick(palettes);
  const pattern = drawEndpaper(random.pick(endpaperNames), {
    id: `share-${hashText(seed)}`,
    width,
    height,
    palette,
    random,
  });
  const { x, y } = label;
  const inner = { x: x + 70, width: label.width - 140 };
  const name = setText(
    shopName,
    { ...inner, y: y + 52, height: 44 },
    { face: "serifText", fill: quiet, maxSize: 34, maxLines: 1, align: "center" },
  );
  const heading = setText(
    title,
    { ...inner, y: y + 118, height: 200 },
    { face: "serif", fill: ink, maxSize: 92, maxLines: 3, align: "center", valign: "middle" },
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${palette.ground}"/>${pattern}`,
    `<rect x="${x}" y="${y}" width="${label.width}" height="${label.height}" fill="${paper}"/>`,
    `<rect x="${x + rule}" y="${y + rule}" width="${label.width - 2 * rule}" height="${label.height - 2 * rule}" fill="none" stroke="${quiet}" stroke-opacity="0.4" stroke-width="2"/>`,
    name.svg,
    heading.svg,
    "</svg>",
  ].join("");
}
