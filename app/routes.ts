import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

import type { Route } from "#routing/route.ts";
import { routes } from "#routing/routes.ts";

/** Style guide for developers; not part of production builds. */
const design = process.env.NODE_ENV === "production" ? [] : [route("design", "routes/design/route.tsx")];

const entries = Object.entries<Route>(routes).map(([pattern, { file, ...facts }]) => {
  const path = pattern.slice(1);
  const isInside = facts.access !== "api" && !("isBare" in facts);
  // Routes that share a module need distinct ids.
  const isShared = Object.values<Route>(routes).filter((route) => route.file === file).length > 1;
  return { isInside, entry: path === "" ? index(file) : route(path, file, isShared ? { id: path } : {}) };
});

/** Routes of React Router: pages within the shop's header and footer, and routes without them. */
export default [
  layout("site.tsx", [...entries.filter(({ isInside }) => isInside).map(({ entry }) => entry), ...design]),
  ...entries.filter(({ isInside }) => !isInside).map(({ entry }) => entry),
] satisfies RouteConfig;
