import { expect, test } from "vitest";

import { routes } from "#routing/routes.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { routeLabel } from "./route-label.ts";

test("a page is told by its route, and so are its data and what is asked of it", () => {
  expect(routeLabel("/")).toBe("/");
  for (const url of ["/books/godan", "/books/kim?page=2", "/books/kim.data?page=2"])
    expect(routeLabel(url), url).toBe("/books/:bookId");
  expect(routeLabel("/_.data")).toBe("/");
});

test("every route of the table is told as the table writes it", () => {
  for (const { address, path } of listRouteExamples()) {
    const label = routeLabel(address);
    expect(routes, address).toHaveProperty([label]);
    expect(label.replace("?", "").startsWith(path.replace("?", "")), `${address}: ${label}`).toBe(true);
  }
});

test("whatever is asked, there are few labels, and all are known", () => {
  const known = new Set([...Object.keys(routes), "other", "/api/v1/*", "/covers/*", "/assets/*"]);
  for (const address of [
    "/covers/d_1.webp",
    "/assets/x.js",
    "/api/v1/books",
    "/api/v1",
    "/wp-login.php",
    "/%ff",
    "//",
    "",
    "*",
    "http://elsewhere.test/",
    ...Array.from({ length: 5_100 }, (_, number) => `/scan-${number}?x=${number}`),
    ...Array.from({ length: 100 }, (_, number) => `/books/b-${number}`),
  ])
    expect(known, address).toContain(routeLabel(address));
});
