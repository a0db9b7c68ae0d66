import { expect, test } from "vitest";

import { takeOnce } from "./take-once.ts";

const books = (ids: string) => [...ids].map((id) => ({ id }));
const idsOf = (taken: { id: string }[]) => taken.map(({ id }) => id).join("");

test("no book is taken twice, and none that is shown already, while enough others are left", () => {
  const take = takeOnce(books("b"));
  expect(idsOf(take(books("abcd"), 2))).toBe("ac");
  expect(idsOf(take(books("abcde"), 2))).toBe("de");
  expect(idsOf(take(books("abf"), 2))).toBe("af");
  expect(idsOf(take([], 2))).toBe("");
});
