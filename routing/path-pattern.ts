import { parameterSource } from "./parameters.ts";
import type { Pattern } from "./pattern.ts";

/** Returns a regular expression that matches exactly the paths of a route. */
export function pathPattern(path: Pattern): RegExp {
  return new RegExp(`^${pathSource(path)}$`);
}

/** Returns the source of a regular expression for a path; `named` adds named groups for its parameters. */
export function pathSource(path: string, named = false): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const source = parameterSource(name);
    if (source === undefined) throw new Error(`routing/parameters.ts does not define the parameter ${name}.`);
    return named ? `(?<${name}>${source})` : source;
  });
}
