import { expect, test } from "vitest";

import { scriptOf, scriptOfLanguage } from "./script-of.ts";

test("a text is in the script of most of its letters", () => {
  expect(scriptOf("Premchand")).toBe("Latn");
  expect(scriptOf("प्रेमचंद")).toBe("Deva");
  expect(scriptOf("शेखर: एक जीवनी (vol. 1)")).toBe("Deva");
  expect(scriptOf("Tolstoy (टॉल्स्टॉय)")).toBe("Latn");
  expect(scriptOf("রবীন্দ্রনাথ ঠাকুর")).toBe("Beng");
  expect(scriptOf("பெருமாள் முருகன்")).toBe("Taml");
  expect(scriptOf("سعادت حسن منٹو")).toBe("Arab");
  expect(scriptOf("1984")).toBeNull();
  expect(scriptOf("")).toBeNull();
  expect(scriptOf("東京")).toBeNull();
});

test("a language has one script", () => {
  expect(["hi", "mr", "bn", "ta", "ur", "en", "fr", ""].map(scriptOfLanguage)).toEqual([
    "Deva",
    "Deva",
    "Beng",
    "Taml",
    "Arab",
    "Latn",
    "Latn",
    "Latn",
  ]);
});
