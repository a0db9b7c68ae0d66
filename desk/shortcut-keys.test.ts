import { expect, test } from "vitest";

import { keysOf } from "./shortcut-keys.ts";

const page = { file: "pages/today/route.tsx", needs: "today" } as const;
const routes = {
  "/": { ...page, label: "Today" },
  "/staff": { ...page, needs: "staff", label: "Staff" },
  "/stock": { ...page, label: "Stock" },
  "/gg": { ...page, label: "GG" },
  "/orders": { ...page, label: "Orders" },
} as const;

test("each page has a key of its own, the same for every role; without a free letter it has none", () => {
  expect(keysOf("owner", routes).map(({ key, path }) => [key, path])).toEqual([
    ["t", "/"],
    ["c", "/stock"],
    ["o", "/orders"],
    ["s", "/staff"],
  ]);
  expect(keysOf("packer", routes).map(({ key }) => key)).toEqual(["t", "c", "o"]);
});
