import { expect, test } from "vitest";

import { createChunkGroups } from "./chunk-groups.ts";

/** Modules of all kinds, by their paths in the project. */
const modules = [
  "app/root.tsx",
  "app/site.tsx",
  "app/entry.client.tsx",
  "app/first-press.ts",
  "app/components/books/put-in-cart.ts",
  "app/components/books/book-cover.tsx",
  "app/components/shelves/pagination.tsx",
  "app/shelves/shelf-words.ts",
  "app/components/shelves/shelf-sorts.tsx",
  "app/routes/home/route.tsx",
  "app/routes/home/hero.tsx",
  "app/routes/home/below-hero.tsx",
  "app/routes/books/route.tsx?route-chunk=main",
  "shop/kernel/regions/phone.ts",
  "shop/catalogue/books/book.ts",
  "ui/button.tsx",
  "packages/covers/cover-widths.ts",
  "routing/href.ts",
  "desk/pages/today/route.tsx",
  "desk/navigation.ts",
  "node_modules/react/index.js",
  "node_modules/zod/index.js",
];
/** The importers of each module. */
const importers: Record<string, string[]> = {
  "app/components/books/book-cover.tsx": ["app/routes/home/hero.tsx", "app/routes/books/route.tsx?route-chunk=main"],
  "app/components/shelves/pagination.tsx": ["app/routes/books/route.tsx?route-chunk=main"],
  "app/routes/home/hero.tsx": ["app/routes/home/route.tsx"],
  "ui/button.tsx": ["app/site.tsx"],
};

/** The groups of each module in a checkout at `folder`. */
function groupsIn(folder: string) {
  const graph = {
    getModuleInfo: (id: string) => ({
      importers: (importers[id.slice(folder.length + 1)] ?? []).map((path) => `${folder}/${path}`),
    }),
  };
  const { shop, desk } = createChunkGroups(folder);
  const namesOf = (groups: typeof shop | typeof desk, id: string) =>
    groups.flatMap((group) => {
      const { name } = group;
      if (typeof name === "function") return name(id, graph) ?? [];
      return "test" in group && group.test?.(id) ? name : [];
    });
  return Object.fromEntries(
    modules.map((path) => [
      path,
      { shop: namesOf(shop, `${folder}/${path}`), desk: namesOf(desk, `${folder}/${path}`) },
    ]),
  );
}

test("the same sources go into the same files in every folder", () => {
  const usual = groupsIn("/home/meera/endpaper");
  const shopOf = (path: string) => usual[path]!.shop;
  expect(shopOf("app/components/books/put-in-cart.ts")).toContain("first-press");
  expect(shopOf("app/components/books/book-cover.tsx")).toEqual(["site", "shared"]);
  expect(shopOf("app/components/shelves/pagination.tsx")).toEqual(["shared"]);
  expect(shopOf("app/shelves/shelf-words.ts")).toEqual([]);
  expect(shopOf("shop/kernel/regions/phone.ts")).toEqual([]);
  expect(shopOf("routing/href.ts")).toEqual([]);
  expect(shopOf("node_modules/react/index.js")).toEqual(["framework"]);
  expect(usual["desk/navigation.ts"]!.desk).toEqual(["common"]);
  expect(usual["app/root.tsx"]!.desk).toEqual([]);
  for (const folder of [
    "/shop",
    "/app",
    "/srv/app/shop",
    "/srv/ui/covers/desk",
    "/srv/node_modules/shop",
    "/app/routes/home",
    "/srv/first-press.ts/app",
    "/srv/shelves/places",
  ])
    expect(groupsIn(folder), folder).toEqual(usual);
});
