import { index, route, type RouteConfig } from "@react-router/dev/routes";

import { deskRoutes } from "./desk-routes.ts";

/** What React Router is told of the desk. */
export default Object.entries(deskRoutes).map(([pattern, { file }]) =>
  pattern === "/" ? index(file) : route(pattern.slice(1), file),
) satisfies RouteConfig;
