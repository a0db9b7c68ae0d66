import { parameters, type Parameter } from "./parameters.ts";
import type { Pattern } from "./pattern.ts";

/** Matches the paths of a route, and nothing around them. */
export function pathPattern(path: Pattern): RegExp {
  return new RegExp(`^${pathSource(path)}$`);
}

/** A path as the source of a regular expression; `named` says whether a match tells the values of its parameters. */
export function pathSource(path: string, named = false): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const source: string | undefined = parameters[name as Parameter];
    if (source === undefined)
      throw new Error(`routing/parameters.ts does not say what the parameter ${name} looks like.`);
    return named ? `(?<${name}>${source})` : source;
  });
}
