import { expect, test } from "vitest";

import { stripInvisibleCharacters } from "./visible-text.ts";

test("marks that nobody sees are dropped, and what is seen stays", () => {
  const unseen = ["\u202a", "\u202e", "\u2066", "\u2069", "\u200b", "\u2060", "\ufeff", "\u00ad", "\u200f", "\u061c"];
  for (const mark of [...unseen, "\u3164", "\u180e", "\u{e0041}"]) {
    expect(stripInvisibleCharacters(`${mark}Asha${mark} Rao${mark}`), mark.codePointAt(0)!.toString(16)).toBe(
      "Asha Rao",
    );
  }
  expect(stripInvisibleCharacters("12, 3rd Cross – Malleswaram’s “corner” №5")).toBe(
    "12, 3rd Cross – Malleswaram’s “corner” №5",
  );
});

test("joiners stay where Indian scripts write with them", () => {
  const names = [
    "क\u094d\u200dष", // a half letter before another
    "र\u094d\u200dया", // Marathi's eyelash
    "ന\u0d4d\u200d", // a Malayalam chillu, at the end of a word
    "শ\u09cd\u200cব", // Bengali, joining prevented
    "ක\u0dca\u200dර", // Sinhala
    "می\u200cخواهم", // the zero-width non-joiner inside a Persian or Urdu word
  ];
  for (const name of names) expect(stripInvisibleCharacters(name)).toBe(name);
});

test("joiners that join nothing are dropped", () => {
  for (const junk of ["\u200d", "\u200cAsha", "As\u200dha", "12\u200c", "Asha \u200d"]) {
    expect(stripInvisibleCharacters(junk)).toBe(junk.replace(/[\u200c\u200d]/g, ""));
  }
  expect(stripInvisibleCharacters("क\u094d\u200d\u200d\u200dष")).toBe("क\u094d\u200dष");
});
