import { n } from "#covers/page.ts";

/** A two-coloured pattern: two SVG tiles, each printed in its own ink on the sheet. */
export interface Print {
  /** Complete SVG files, black on transparent. */
  tiles: [string, string];
  /** The colour of the sheet, as `#rrggbb`. */
  sheet: string;
  inks: [string, string];
  /** Opacity of the inks; default 1. */
  opacity?: number;
}

/** Defines the patterns of a print, for `fillsOfPrint`. Tiles meet at `middle`, a third smaller than on a page. */
export function definePrint(key: string, { tiles, inks }: Print, middle: number): string {
  return `<defs>${tiles.map((tile, at) => definePattern(`${key}-${at}`, tile, inks[at] ?? "#000", middle)).join("")}</defs>`;
}

/** The attributes of three shapes, one on the other, that together show a print: its sheet and its two inks. */
export function fillsOfPrint(key: string, { sheet, opacity = 1 }: Print): string[] {
  return [`fill="${sheet}"`, ...[0, 1].map((at) => `fill="url(#${key}-${at})" opacity="${opacity}"`)];
}

function definePattern(id: string, tile: string, colour: string, middle: number): string {
  const [, width = "64", height = "64"] = /^<svg[^>]* width="(\d+)" height="(\d+)"/.exec(tile) ?? [];
  const body = tile.replace(/^<svg[^>]*>|<\/svg>\s*$/g, "").replaceAll('stroke="#000"', `stroke="${colour}"`);
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="translate(${n(middle)} 0) scale(1.15)"><g fill="${colour}">${body}</g></pattern>`;
}
