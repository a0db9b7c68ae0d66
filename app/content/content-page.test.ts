import { expect, test } from "vitest";

import { plainText, splitLinks } from "./content-page.ts";

const text = "See [shipping](/shipping), or [write](mailto:a@b.example).";

test("links in a text are told from the words around them", () => {
  expect(splitLinks(text)).toEqual([
    { words: "See ", to: null },
    { words: "shipping", to: "/shipping" },
    { words: ", or ", to: null },
    { words: "write", to: "mailto:a@b.example" },
    { words: ".", to: null },
  ]);
  expect(plainText(text)).toBe("See shipping, or write.");
});

test("a text without links is one piece", () => {
  expect(splitLinks("[not a link] (at all)")).toEqual([{ words: "[not a link] (at all)", to: null }]);
  expect(splitLinks("")).toEqual([]);
});
