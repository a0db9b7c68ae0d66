import { expect, test } from "vitest";
import { hexContrast, readableOn, textColorOn } from "#covers/colour.ts";
import { moods } from "#covers/moods.ts";
import { palettes } from "#covers/palettes.ts";

test("there are 24 palettes, each under its own name", () => {
  expect(new Set(palettes.map(({ name }) => name)).size).toBe(24);
});

test.each(palettes)("$name: words read at 4.5:1 on the ground, on the ink and on the accent", (palette) => {
  const { ground, ink, accent } = palette;
  expect(hexContrast(ground, ink)).toBeGreaterThanOrEqual(4.5);
  expect(hexContrast(readableOn(ground, [accent, ink]), ground)).toBeGreaterThanOrEqual(4.5);
  expect(hexContrast(textColorOn(ink, palette), ink)).toBeGreaterThanOrEqual(4.5);
  expect(hexContrast(textColorOn(accent, palette), accent)).toBeGreaterThanOrEqual(4.5);
});

test.each(palettes)("$name: the accent can be told from the ground", ({ ground, accent }) => {
  expect(hexContrast(ground, accent)).toBeGreaterThanOrEqual(1.9);
});

test("every palette a mood names exists", () => {
  const names = new Set<string>(palettes.map(({ name }) => name));
  for (const mood of Object.values(moods)) for (const name of mood.palettes) expect(names).toContain(name);
});
