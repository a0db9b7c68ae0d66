import { createSeededRandom, hashText } from "./seeded-random.ts";
import { n, path } from "./page.ts";
import { palettes } from "./palettes.ts";
import { drawEndpaper, endpaperNames } from "./patterns/endpaper.ts";
import { star } from "./patterns/lattice.ts";
import { lettersVersion } from "./type/scripts.ts";
import { setText } from "./type/set-text.ts";

/** The version of the drawing. Increase it if a change must reach existing portraits. */
const PORTRAIT_VERSION = 1;

/** The author that a portrait is drawn for. */
export interface PortraitSubject {
  id: string;
  name: string;
}

const side = 600;
const centre = side / 2;
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The name of a portrait's files, `<id>-<10 hex>`, which changes with the drawing. */
export function portraitKey({ id, name }: PortraitSubject): string {
  return `${id}-${hashText(JSON.stringify([PORTRAIT_VERSION * lettersVersion(name), id, name]))}`;
}

/**
 * Draws an author's initials in a medallion on a patterned ground: an SVG of 600 by 600 pixels, letters as outlines.
 */
export function drawPortrait({ id, name }: PortraitSubject): string {
  const random = createSeededRandom(`author ${id}`);
  const key = `a${hashText(id)}`;
  const palette = random.pick(palettes);
  const paper = drawEndpaper(random.pick(endpaperNames), { id: key, width: side, height: side, palette, random });
  const medallion = random.pick([round, eight, scalloped, cartouche]);
  const initials = setText(
    initialsOf(name),
    { x: centre - 105, y: centre - 78, width: 210, height: 156 },
    {
      face: random.pick(["serif", "poster", "elegant"] as const),
      fill: palette.ink,
      maxSize: 176,
      maxLines: 1,
      align: "center",
      valign: "middle",
    },
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="${palette.ground}"/>${paper}${path(medallion(206), `fill="${palette.ground}"`)}${path(medallion(190), `fill="none" stroke="${palette.accent}" stroke-width="5"`)}${path(medallion(176), `fill="none" stroke="${palette.accent}" stroke-width="1.6"`)}${initials.svg}</svg>`;
}

/** The first and last initial in Latin letters. In scripts whose letters join, only the first syllable. */
function initialsOf(name: string): string {
  const words = name
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ""))
    .filter(Boolean);
  const firsts = words.map((word) => [...letters.segment(word)][0]!.segment.toLocaleUpperCase("en"));
  if (firsts.length < 2 || !/\p{Lu}/u.test(firsts[0]!)) return firsts[0] ?? "";
  return firsts[0]! + firsts.at(-1)!;
}

function round(reach: number): string {
  return `M${centre - reach} ${centre}a${reach} ${reach} 0 1 1 ${2 * reach} 0a${reach} ${reach} 0 1 1 ${-2 * reach} 0Z`;
}

function eight(reach: number): string {
  return star(centre, centre, 8, reach * 1.12, reach * 0.9);
}

function scalloped(reach: number): string {
  const lobes = 16;
  const points = Array.from({ length: lobes }, (_, i) => {
    const angle = (2 * Math.PI * i) / lobes;
    return [centre + reach * Math.cos(angle), centre + reach * Math.sin(angle)] as const;
  });
  const bulge = n(reach * Math.sin(Math.PI / lobes) * 1.08);
  return `M${n(points[0]![0])} ${n(points[0]![1])}${[...points.slice(1), points[0]!].map(([x, y]) => `A${bulge} ${bulge} 0 0 1 ${n(x)} ${n(y)}`).join("")}Z`;
}

function cartouche(reach: number): string {
  const cut = 40;
  const half = reach * 0.94;
  const [low, high] = [centre - half, centre + half];
  const arc = `A${cut} ${cut} 0 0 0`;
  return `M${low + cut} ${low}H${high - cut}${arc} ${high} ${low + cut}V${high - cut}${arc} ${high - cut} ${high}H${low + cut}${arc} ${low} ${high - cut}V${low + cut}${arc} ${low + cut} ${low}Z`;
}
