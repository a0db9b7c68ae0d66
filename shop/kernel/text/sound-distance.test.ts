import { expect, test } from "vitest";

import { soundDistance } from "./sound-distance.ts";

test("spellings of one name in several scripts are near, and other names farther", () => {
  for (const [typed, meant, other] of [
    // Urdu leaves out short vowels, Tamil has one letter for t and d, for k and g, and for b and p.
    ["tigor", "tagore", "tiger"],
    ["hidr", "hyder", "hoder"],
    ["takur", "tagore", "tucker"],
    ["ravintiranat", "rabindranat", "ravinder"],
    ["malkuti", "malgudi", "malika"],
    ["seksapiyar", "sakespeare", "sukiyaki"],
  ] as const) {
    expect(soundDistance(typed, meant), typed).toBeLessThanOrEqual(2.25);
    expect(soundDistance(typed, meant), typed).toBeLessThan(soundDistance(typed, other));
  }
});

test("it is 0 for a word itself and the same both ways; an aspirated letter, a vowel and another letter weigh more and more", () => {
  const words = ["", "a", "kabir", "chughtai", "premchand", "ae"];
  for (const one of words) {
    expect(soundDistance(one, one)).toBe(0);
    for (const other of words) expect(soundDistance(one, other)).toBe(soundDistance(other, one));
  }
  expect([soundDistance("kan", "khan"), soundDistance("kan", "kin"), soundDistance("kan", "kal")]).toEqual([
    0.25, 0.5, 1,
  ]);
});
