import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { fromHex, oklchContrast, toHex } from "#shop/kernel/look/contrast.ts";
import { fitColours, type Colours as FittedColours } from "#shop/kernel/look/fit-colours.ts";
import { defaultLook } from "#shop/kernel/look/look.ts";

import { colourPairs, contrastOf, readColours } from "./colour-tokens.ts";

const tokens = readFileSync("ui/tokens.css", "utf8");
const light = readColours(tokens, "@theme");
const dark = { ...light, ...readColours(tokens, "prefers-color-scheme: dark") };
const schemes = { light, dark };

test("black on white has the most contrast there is, and a colour on itself none", () => {
  const white = { lightness: 1, chroma: 0, hue: 0 };
  expect(oklchContrast({ lightness: 0, chroma: 0, hue: 0 }, white)).toBeCloseTo(21, 1);
  expect(oklchContrast(white, white)).toBe(1);
});

test("a colour outside what screens show is measured as it is shown", () => {
  // Indigo #4F46E5 on white is 6.29:1 by every contrast checker.
  expect(oklchContrast({ lightness: 0.511, chroma: 0.23, hue: 277 }, { lightness: 1, chroma: 0, hue: 0 })).toBeCloseTo(
    6.3,
    1,
  );
});

test("every role of the light scheme that is not for ornament has its own value in the dark one", () => {
  expect(Object.keys(readColours(tokens, "prefers-color-scheme: dark")).sort()).toEqual(Object.keys(light).sort());
});

test("in the dark the offers lie on paper like everything else: a ground of marigold would be brown", () => {
  expect(dark["marigold-wash"]!.chroma).toBeLessThanOrEqual(dark.raised!.chroma);
  expect(light["marigold-wash"]!.chroma).toBeGreaterThan(0.05);
});

for (const [scheme, colours] of Object.entries(schemes)) {
  test(`everything that is read or pressed stands out from what it lies on in the ${scheme} scheme`, () => {
    const tooFaint = colourPairs
      .map((pair) => ({ ...pair, measured: contrastOf(pair, colours) }))
      .filter(({ least, measured }) => measured < least);
    expect(tooFaint).toEqual([]);
  });

  test(`what is pressed on a dark sheet keeps its contrast in the ${scheme} scheme`, () => {
    const onNight = { ...colours, ...readColours(readFileSync("ui/base.css", "utf8"), ".on-night") };
    for (const what of ["action", "action-strong", "marigold"]) {
      expect(contrastOf({ what, on: "night" }, onNight), what).toBeGreaterThanOrEqual(4.5);
    }
  });
}

const steps = ["00", "33", "66", "99", "cc", "ff"];
const allColours = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));

test("whichever two colours a bookseller chooses, everything can be read in both schemes and on dark sheets", () => {
  const night = readColours(readFileSync("ui/base.css", "utf8"), ".on-night");
  const asOklch = (fitted: FittedColours) =>
    Object.fromEntries(Object.entries(fitted).map(([role, hex]) => [role, fromHex(hex)]));
  const tooFaint = allColours.flatMap((colour, place) => {
    const accent = allColours[(place * 77) % allColours.length]!;
    const fitted = fitColours({ colour, accent });
    return Object.entries(schemes).flatMap(([scheme, delivered]) => {
      const colours = { ...delivered, ...asOklch(fitted[scheme as keyof typeof schemes]) };
      const onNight = { ...colours, ...night, ...asOklch(fitted.onNight) };
      return [
        ...colourPairs.map((pair) => ({ ...pair, measured: contrastOf(pair, colours) })),
        ...["action", "action-strong", "marigold"].map((what) => ({
          what,
          on: "night",
          least: 4.5,
          measured: contrastOf({ what, on: "night" }, onNight),
        })),
      ]
        .filter(({ least, measured }) => measured < least)
        .map((pair) => ({ colour, accent, scheme, ...pair }));
    });
  });
  expect(tooFaint).toEqual([]);
});

test("the colours as delivered are not touched, and a colour that can be read stays as it was chosen", () => {
  expect(fitColours(defaultLook)).toMatchObject({ light: {}, dark: {}, onNight: {}, isColourDarkened: false });
  const red = fitColours({ ...defaultLook, colour: "#b0203a" });
  expect(red.light.action).toBe("#b0203a");
  expect(red.isColourDarkened).toBe(false);
  const yellow = fitColours({ ...defaultLook, colour: "#ffee00" });
  expect(yellow.isColourDarkened).toBe(true);
  expect(yellow.light.action).not.toBe("#ffee00");
  for (const hex of ["#000000", "#ffffff", "#4f46e5", "#0a7f31"]) expect(toHex(fromHex(hex))).toBe(hex);
});
