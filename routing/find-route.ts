import { pathSource } from "./path-pattern.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

/** A route, and what the path says in place of its parameters. */
export interface FoundRoute {
  /** As the table of routes writes it. */
  path: string;
  route: Route;
  values: Record<string, string>;
}

const withoutParameters = new Map<string, FoundRoute>();
const withParameters: { pattern: RegExp; path: string; route: Route }[] = [];
for (const [path, route] of Object.entries<Route>(routes)) {
  for (const plain of expandPath(path)) {
    if (plain.includes(":")) withParameters.push({ pattern: new RegExp(`^${pathSource(plain, true)}$`), path, route });
    else withoutParameters.set(plain, { path, route, values: {} });
  }
}

/** The route a path leads to, in this very spelling; null where only the page for missing addresses answers. */
export function findRoute(path: string): FoundRoute | null {
  const found = withoutParameters.get(path);
  if (found) return found;
  for (const { pattern, path: written, route } of withParameters) {
    const match = pattern.exec(path);
    if (match) return { path: written, route, values: { ...match.groups } };
  }
  return null;
}

/** The paths a route's path stands for: its last part may be optional, and the page for missing addresses has none. */
export function expandPath(path: string): string[] {
  if (path === "/*") return [];
  return path.endsWith("?") ? [path.slice(0, path.lastIndexOf("/")), path.slice(0, -1)] : [path];
}
