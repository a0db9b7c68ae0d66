import { expect, test } from "vitest";

import { counted } from "./counted.ts";

test("one thing is one, none and many are many", () => {
  expect([0, 1, 2].map((number) => counted(number, "letter"))).toEqual(["0 letters", "1 letter", "2 letters"]);
  expect([1, 1200, 150_000].map((number) => counted(number, "copy", "copies"))).toEqual([
    "1 copy",
    "1,200 copies",
    "1,50,000 copies",
  ]);
});
