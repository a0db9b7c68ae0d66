import { expect, test } from "vitest";
import { faces, type FaceName } from "./faces.ts";
import { linePath, shapeLine } from "./shape-line.ts";

const faceNames = Object.keys(faces) as FaceName[];
const titles = [
  "राग दरबारी",
  "दीवार में एक खिड़की रहती थी",
  "शेखर: एक जीवनी",
  "आषाढ़ का एक दिन",
  "हिन्दी & English: 1857, ‘क्रांति’",
  "Gabriel García Márquez",
  "Ngũgĩ wa Thiong’o",
  "“Çağlar” – Łódź ₹500",
];

test("every face has every letter of Hindi, accented and mixed titles", () => {
  for (const face of faceNames)
    for (const title of titles) expect([face, title, shapeLine(title, face).missing]).toEqual([face, title, 0]);
});

test("Devanagari is shaped: a conjunct has fewer glyphs than its letters", () => {
  expect(shapeLine("प्रेमचंद", "elegant").glyphs.length).toBeLessThan([..."प्रेमचंद"].length);
});

test("tracking opens Latin letters and never breaks the headline of Devanagari", () => {
  expect(shapeLine("ROY", "geometric", 0.1).advance).toBeGreaterThan(shapeLine("ROY", "geometric").advance);
  expect(shapeLine("दरबारी", "geometric", 0.1).advance).toBe(shapeLine("दरबारी", "geometric").advance);
});

test("a letter no font has becomes its bare letter, or is left out and counted", () => {
  expect(shapeLine("ạ̈", "poster").glyphs.length).toBeGreaterThan(0);
  const tamil = shapeLine("தமிழ் 🦉", "serif");
  expect(tamil.glyphs).toEqual([]);
  expect(tamil.missing).toBeGreaterThan(0);
});

test("Cyrillic falls back to a face that has it", () => {
  expect(shapeLine("Война и мир", "condensed").missing).toBe(0);
});

test("an outline starts where it is put", () => {
  expect(linePath(shapeLine("I", "geometric"), 100, 200, 50)).toMatch(/^M1\d\d/);
  expect(linePath(shapeLine("", "geometric"), 100, 200, 50)).toBe("");
});
