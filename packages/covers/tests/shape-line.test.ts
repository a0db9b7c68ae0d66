import { expect, test } from "vitest";
import { faces, type FaceName } from "#covers/type/faces.ts";
import { linePath, shapeLine } from "#covers/type/shape-line.ts";

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
  "গোরা: শেষের কবিতা",
  "ਪਿੰਜਰ",
  "સરસ્વતીચંદ્ર",
  "ଯାଜ୍ଞସେନୀ",
  "பொன்னியின் செல்வன்",
  "వేయి పడగలు",
  "ಪರ್ವ (ಕಾದಂಬರಿ)",
  "ചെമ്മീൻ – നോവൽ",
  "آگ کا دریا، اُداس نسلیں",
  "رجال في الشمس: ١٩٦٢؟",
];

test("every face has every letter of Indian and Arabic scripts, accented and mixed titles", () => {
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
  const chinese = shapeLine("中文 🦉", "serif");
  expect(chinese.glyphs).toEqual([]);
  expect(chinese.missing).toBeGreaterThan(0);
});

test("Cyrillic falls back to a face that has it", () => {
  expect(shapeLine("Война и мир", "condensed").missing).toBe(0);
});

test("an outline starts where it is put", () => {
  expect(linePath(shapeLine("I", "geometric"), 100, 200, 50)).toMatch(/^M1\d\d/);
  expect(linePath(shapeLine("", "geometric"), 100, 200, 50)).toBe("");
});

test("Urdu is joined, never spaced out, and read from right to left", () => {
  const word = shapeLine("کتاب", "serif");
  const letters = [..."کتاب"].map((letter) => shapeLine(letter, "serif").advance);
  expect(word.advance).toBeLessThan(letters.reduce((sum, advance) => sum + advance));
  expect(shapeLine("کتاب", "serif", 0.2).advance).toBe(word.advance);
  // Alif does not join the letter after it, so it keeps its own outline as the first letter, at the right end.
  const alif = shapeLine("ا", "serif").glyphs[0]!.outline;
  expect(shapeLine("ادب", "serif").glyphs.at(-1)!.outline).toBe(alif);
});
