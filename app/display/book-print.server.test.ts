import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { printColours } from "./book-print.server.ts";

const css = readFileSync("ui/endpapers.css", "utf8");

/** The sRGB components of an OKLCH colour (https://bottosson.github.io/posts/oklab/). */
function toRgb([lightness, chroma, hue]: [number, number, number]): number[] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return linear.map((value) => {
    const part = Math.min(1, Math.max(0, value));
    return Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055));
  });
}

test.each(Object.entries(printColours))("a drawing prints %s in the colours of the stylesheet", (inks, printed) => {
  const start = css.indexOf(`.inks-${inks} {`);
  const block = css.slice(start, css.indexOf("}", start));
  const colours = [...block.matchAll(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)].map(([, l, c, h]) =>
    toRgb([Number(l) / 100, Number(c), Number(h)]),
  );
  expect(colours).toHaveLength(3);
  expect(printed.map((hex) => [...Buffer.from(hex.slice(1), "hex")])).toEqual(colours);
});
