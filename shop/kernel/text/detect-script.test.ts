import { expect, test } from "vitest";

import { detectScript, scriptOfLanguage } from "./detect-script.ts";

test("a text is in the script of most of its letters", () => {
  expect(detectScript("Premchand")).toBe("Latn");
  expect(detectScript("प्रेमचंद")).toBe("Deva");
  expect(detectScript("शेखर: एक जीवनी (vol. 1)")).toBe("Deva");
  expect(detectScript("Tolstoy (टॉल्स्टॉय)")).toBe("Latn");
  expect(detectScript("রবীন্দ্রনাথ ঠাকুর")).toBe("Beng");
  expect(detectScript("பெருமாள் முருகன்")).toBe("Taml");
  expect(detectScript("سعادت حسن منٹو")).toBe("Arab");
  expect(detectScript("1984")).toBeNull();
  expect(detectScript("")).toBeNull();
  expect(detectScript("東京")).toBeNull();
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
