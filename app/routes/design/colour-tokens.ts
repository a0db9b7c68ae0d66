import { oklchContrast, type Oklch } from "#shop/kernel/look/contrast.ts";

/** Colours of a block of a stylesheet, by role: `ink`, `paper`. */
export type Colours = Record<string, Oklch>;

/** Foreground role, background role, and the minimum contrast ratio of the two. */
export interface ColourPair {
  on: string;
  what: string;
  least: 3 | 4.5;
}

const text = (what: string, ...grounds: string[]): ColourPair[] => grounds.map((on) => ({ what, on, least: 4.5 }));
const edge = (what: string, ...grounds: string[]): ColourPair[] => grounds.map((on) => ({ what, on, least: 3 }));

/** All pairs that the shop uses: 4.5:1 for text (WCAG 1.4.3), 3:1 for edges of controls (1.4.11). */
export const colourPairs: ColourPair[] = [
  ...text("ink", "paper", "raised", "sunk", "chip"),
  ...text("quiet", "paper", "raised", "sunk"),
  ...text("action", "paper", "raised", "sunk", "chip", "marigold-wash"),
  ...text("action-strong", "paper", "raised", "marigold-wash"),
  ...text("on-action", "action", "action-strong"),
  ...text("marigold-text", "paper", "raised", "sunk"),
  ...text("on-wash", "marigold-wash"),
  ...text("leaf", "paper", "raised"),
  ...text("vermilion", "paper", "raised"),
  ...text("paper", "vermilion"),
  ...text("on-night", "night"),
  ...text("quiet-on-night", "night"),
  ...edge("edge", "paper", "raised", "sunk"),
];

/** Parses the colours of the block after `opening`, such as `@theme` or `.on-night`. */
export function readColours(css: string, opening: string): Colours {
  const start = css.indexOf("{", css.indexOf(opening));
  if (!css.includes(opening) || start < 0) throw new Error(`The stylesheet has no ${opening}.`);
  const block = css.slice(start, endOfBlock(css, start));
  const found = block.matchAll(/--color-([a-z-]+):\s*oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g);
  return Object.fromEntries(
    [...found].map(([, role = "", lightness, chroma, hue]) => [
      role,
      { lightness: Number(lightness) / 100, chroma: Number(chroma), hue: Number(hue) },
    ]),
  );
}

/** Returns the contrast ratio of a pair in a scheme. */
export function contrastOf({ what, on }: Pick<ColourPair, "what" | "on">, colours: Colours): number {
  const [one, other] = [colours[what], colours[on]];
  if (!one || !other) throw new Error(`There is no colour ${one ? on : what}.`);
  return oklchContrast(one, other);
}

function endOfBlock(css: string, start: number): number {
  let depth = 0;
  for (let place = start; place < css.length; place++) {
    if (css[place] === "{") depth++;
    if (css[place] === "}" && --depth === 0) return place;
  }
  return css.length;
}
