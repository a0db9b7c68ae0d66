import { pathSource } from "./path-pattern.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

/** A route, with the values of the parameters in the path. */
export interface FoundRoute {
  /** The path as the route table has it. */
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

/** Finds the route of a path in exactly this spelling. Null if only the 404 page matches. */
export function findRoute(path: string): FoundRoute | null {
  const found = withoutParameters.get(path);
  if (found) return found;
  for (const { pattern, path: written, route } of withParameters) {
    const match = pattern.exec(path);
    if (match) return { path: written, route, values: { ...match.groups } };
  }
  return null;
}

/** Expands a path with an optional last part into its two paths. The 404 page has no paths. */
export function expandPath(path: string): string[] {
  if (path === "/*") return [];
  return path.endsWith("?") ? [path.slice(0, path.lastIndexOf("/")), path.slice(0, -1)] : [path];
}
