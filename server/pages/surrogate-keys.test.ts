import { expect, test } from "vitest";

import { keysToPurge, surrogateKeysOf } from "./surrogate-keys.ts";

test("a page has the keys of what it is about and of what it leads to, each once", () => {
  const html = `<a href="/authors/premchand">Premchand</a> <a href="/books/godan">Godan</a> <a href="/books/godan#reviews">4</a>
    <a href="/categories/fiction?sort=title">Fiction</a> <a href="/books/Godan">no id</a> <a href="/cart">Cart</a>`;
  expect(surrogateKeysOf(html, "/books/gaban")).toBe("shop book-gaban author-premchand book-godan category-fiction");
});

test("a page that leads to more than a header has room for is purged with every change", () => {
  const html = Array.from({ length: 1_000 }, (_, place) => `<a href="/books/number-${place}">`).join("");
  expect(surrogateKeysOf(html, "/authors")).toBe("shop many");
  expect(keysToPurge(["godan"])).toEqual(["many", "book-godan"]);
});

test("when it is not known what changed, or very many did, all pages are purged", () => {
  expect(keysToPurge(null)).toEqual(["shop"]);
  expect(keysToPurge(Array.from({ length: 1_000 }, (_, place) => `number-${place}`))).toEqual(["shop"]);
});
