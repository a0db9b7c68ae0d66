import { expect, test } from "vitest";

import { formatCount } from "./format-count.ts";

test("singular for one, plural for none and many", () => {
  expect([0, 1, 2].map((number) => formatCount(number, "letter"))).toEqual(["0 letters", "1 letter", "2 letters"]);
  expect([1, 1200, 150_000].map((number) => formatCount(number, "copy", "copies"))).toEqual([
    "1 copy",
    "1,200 copies",
    "1,50,000 copies",
  ]);
});
