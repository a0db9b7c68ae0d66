import { index, route, type RouteConfig } from "@react-router/dev/routes";

import { deskRoutes } from "./desk-routes.ts";

/** The route configuration of React Router, derived from `desk-routes.ts`. */
export default Object.entries(deskRoutes).map(([pattern, { file }]) =>
  pattern === "/" ? index(file) : route(pattern.slice(1), file),
) satisfies RouteConfig;
