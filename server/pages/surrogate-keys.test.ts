import { expect, test } from "vitest";

import { keysOfPurges, surrogateKeysOf } from "./surrogate-keys.ts";

test("a page that shows more books than a header has room for is purged with every change", () => {
  const books = Array.from({ length: 1_000 }, (_, place) => `number-${place}`);
  expect(surrogateKeysOf(["godan", "kim"])).toBe("shop book-godan book-kim");
  expect(surrogateKeysOf(books)).toBe("shop many");
});

test("a purge names no more books than a CDN accepts; when it is not known what changed, or very many did, it names all pages", () => {
  expect(keysOfPurges(["godan", "kim", "godan"])).toEqual(["many book-godan book-kim"]);
  const books = Array.from({ length: 150 }, (_, place) => `${place}`.padStart(120, "long-"));
  const purges = keysOfPurges(books);
  expect(purges.map((keys) => keys.split(" ").length)).toEqual([61, 61, 31]);
  for (const keys of purges) expect(keys.length).toBeLessThan(8_000);
  expect(keysOfPurges(null)).toEqual(["shop"]);
  expect(keysOfPurges(Array.from({ length: 2_000 }, (_, place) => `number-${place}`))).toEqual(["shop"]);
});
