import { parameters, type Parameter } from "./parameters.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

/** A route, and what the path says in place of its parameters. */
export interface FoundRoute {
  route: Route;
  values: Record<string, string>;
}

const named = (source: string, name: string) => `(?<${name}>${source})`;
const withoutParameters = new Map<string, FoundRoute>();
const withParameters: { pattern: RegExp; route: Route }[] = [];
for (const [path, route] of Object.entries<Route>(routes)) {
  for (const pattern of expandPath(path)) {
    if (pattern.includes(":")) withParameters.push({ pattern: new RegExp(`^${sourceOf(pattern, named)}$`), route });
    else withoutParameters.set(pattern, { route, values: {} });
  }
}

/** The route a path leads to, in this very spelling; null where only the page for missing addresses answers. */
export function findRoute(path: string): FoundRoute | null {
  const found = withoutParameters.get(path);
  if (found) return found;
  for (const { pattern, route } of withParameters) {
    const match = pattern.exec(path);
    if (match) return { route, values: { ...match.groups } };
  }
  return null;
}

/** One regular expression for the paths of all routes of some kind. */
export function patternOf(isWanted: (route: Route) => boolean): RegExp {
  const wanted = Object.entries<Route>(routes).filter(([, route]) => isWanted(route));
  const sources = wanted.flatMap(([path]) => expandPath(path)).map((path) => sourceOf(path, (source) => source));
  return new RegExp(`^(?:${sources.join("|")})$`);
}

/** The paths a route's path stands for: its last part may be optional, and the page for missing addresses has none. */
function expandPath(path: string): string[] {
  if (path === "/*") return [];
  return path.endsWith("?") ? [path.slice(0, path.lastIndexOf("/")), path.slice(0, -1)] : [path];
}

/** A path as the source of a regular expression; nothing but its parameters has a meaning there. */
function sourceOf(path: string, asGroup: (source: string, name: string) => string): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => asGroup(sourceOfParameter(name), name));
}

function sourceOfParameter(name: string): string {
  const source: string | undefined = parameters[name as Parameter];
  if (source === undefined)
    throw new Error(`routing/parameters.ts does not say what the parameter ${name} looks like.`);
  return source;
}
