import { expect, test } from "vitest";

import { currentPath, navigationOf } from "./navigation.ts";

const routes = {
  "/": { file: "pages/today/route.tsx", needs: "today", label: "Today" },
  "/staff": { file: "pages/staff/route.tsx", needs: "staff", label: "Staff" },
  "/stock": { file: "pages/stock/route.tsx", needs: "stock", label: "Stock" },
  "/stock/labels": { file: "pages/labels/route.tsx", needs: "stock", label: "Labels", group: "Reports & GST" },
  "/orders/:number": { file: "pages/order/route.tsx", needs: "orders" },
  "/sign-in": { file: "pages/sign-in/route.tsx", needs: null, label: "Sign in" },
} as const;

test("a page stands in the group of what it needs, or in its own, and only for who may open it", () => {
  const namesOf = (role: Parameters<typeof navigationOf>[0]) =>
    navigationOf(role, routes).map(({ name, links }) => `${name}: ${links.map(({ label }) => label).join(", ")}`);
  expect(namesOf("owner")).toEqual(["Every day: Today, Stock", "Reports & GST: Labels", "Shop & staff: Staff"]);
  expect(namesOf("packer")).toEqual(["Every day: Today, Stock", "Reports & GST: Labels"]);
  expect(namesOf("accountant")).toEqual(["Every day: Today"]);
});

test("the current link is that of the page, or of the pages around it", () => {
  const links = ["/", "/stock", "/reports/sales", "/reports/gst"].map((path) => ({ path, label: path }));
  for (const [pathname, path] of [
    ["/", "/"],
    ["/stock/receive/12", "/stock"],
    ["/reports/sales/lines", "/reports/sales"],
    ["/reports/gst/names", "/reports/gst"],
    ["/reports/searches", "/reports/sales"],
    ["/me", undefined],
  ] as const)
    expect(currentPath(links, pathname), pathname).toBe(path);
});
