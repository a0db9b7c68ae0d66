import { expect, test } from "vitest";

import { detectScript, guessLanguage, scriptOfLanguage } from "./detect-script.ts";

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

test("the language of a text that is not in Latin letters is guessed by its script", () => {
  const texts = ["ययाति", "রবীন্দ্রনাথ ঠাকুর", "பெருமாள் முருகன்", "سعادت حسن منٹو", "東京", "Война и мир", "Godan", "1984"];
  expect(texts.map(guessLanguage)).toEqual(["hi", "bn", "ta", "ur", "zh", "ru", null, null]);
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
