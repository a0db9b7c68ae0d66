import { expect, test } from "vitest";

import { spacePhone } from "./phone.ts";

test("a kept number is spaced as people read it, what was typed stays", () => {
  expect(["+919876543210", "12", "", "098765 43210"].map(spacePhone)).toEqual([
    "+91 98765 43210",
    "12",
    "",
    "098765 43210",
  ]);
});
