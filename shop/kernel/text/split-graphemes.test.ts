import { afterEach, expect, test, vi } from "vitest";

import { splitGraphemes } from "./split-graphemes.ts";

afterEach(() => vi.unstubAllGlobals());

test("a letter with its signs is one", () => {
  expect(splitGraphemes("aक्षिe\u0301🎉")).toEqual(["a", "क्षि", "e\u0301", "🎉"]);
  expect(splitGraphemes("")).toEqual([]);
});

test("a browser without Intl.Segmenter gets code points", () => {
  vi.stubGlobal("Intl", {});
  expect(splitGraphemes("ae\u0301🎉")).toEqual(["a", "e", "\u0301", "🎉"]);
});
