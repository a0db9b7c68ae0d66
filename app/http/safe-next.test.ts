import { expect, test } from "vitest";

import { safeNext } from "./safe-next.ts";

const shop = "https://books.example";

test("a path of the shop is kept with its query and fragment", () => {
  expect(safeNext("/orders/EP-0123456789?from=mail#lines", shop)).toBe("/orders/EP-0123456789?from=mail#lines");
});

test.each([
  null,
  undefined,
  "",
  "orders",
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "//evil.example/orders",
  "//",
  "/.//",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,hi",
  " //evil.example",
  "/\u0000/evil.example",
])("%j leads home", (given) => {
  expect(safeNext(given, shop)).toBe("/");
});

test("an encoded slash stays what it is: a part of a path of the shop", () => {
  expect(safeNext("/%2F%2Fevil.example", shop)).toBe("/%2F%2Fevil.example");
});

test("what is too long for a line of a redirect leads home, counted as it is written there", () => {
  const longest = `/search?q=${"a".repeat(1990)}`;
  expect(safeNext(longest, shop)).toBe(longest);
  expect(safeNext(`${longest}a`, shop)).toBe("/");
  expect(safeNext(`/search?q=${"ग".repeat(300)}`, shop)).toBe("/");
});
