import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

import type { Route } from "#routing/route.ts";
import { routes } from "#routing/routes.ts";

/** The design system in every state, for who works on the shop; never part of a build. */
const design = process.env.NODE_ENV === "production" ? [] : [route("design", "routes/design/route.tsx")];

const entries = Object.entries<Route>(routes).map(([pattern, { file, ...facts }]) => {
  const path = pattern.slice(1);
  const isInside = facts.access !== "api" && !("isBare" in facts);
  // Two routes of one module need names of their own.
  const isShared = Object.values<Route>(routes).filter((route) => route.file === file).length > 1;
  return { isInside, entry: path === "" ? index(file) : route(path, file, isShared ? { id: path } : {}) };
});

/** What React Router is told: pages inside the shop's header and footer, and what answers without them. */
export default [
  layout("site.tsx", [...entries.filter(({ isInside }) => isInside).map(({ entry }) => entry), ...design]),
  ...entries.filter(({ isInside }) => !isInside).map(({ entry }) => entry),
] satisfies RouteConfig;
