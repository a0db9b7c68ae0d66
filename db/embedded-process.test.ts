import { expect, test } from "vitest";

import { serverEnvironment } from "./embedded-process.ts";

test("the database speaks English, and has its memory as it likes, not as is best for the shop", () => {
  const told = serverEnvironment({
    HOME: "/home/shop",
    LC_ALL: "hi_IN",
    MALLOC_ARENA_MAX: "2",
    MALLOC_MMAP_THRESHOLD_: "65536",
  });
  expect(told).toEqual({ HOME: "/home/shop", LC_ALL: "C" });
});
