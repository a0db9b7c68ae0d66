import type { Pattern, Values } from "./pattern.ts";

type Query = Record<string, string | number | null | undefined>;

/** The arguments after the pattern: a value for each parameter of the path, and then the optional query. */
type Given<P extends Pattern> = P extends Pattern
  ? keyof Values<P> extends never
    ? [query?: Query]
    : [values: Values<P>, query?: Query]
  : never;

/**
 * Builds the path of a route: `href("/books/:bookId", { bookId })`. Encodes values, and omits query parameters without
 * a value. The caller appends a fragment.
 */
export function href<P extends Pattern>(pattern: P, ...given: Given<P>): string;
export function href(pattern: string, ...given: (Query | undefined)[]): string {
  const values = pattern.includes(":") ? given.shift() : null;
  const path = pattern.replace(/:\w+/g, (name) => encodeURIComponent(values![name.slice(1)]!));
  const query = Object.entries(given[0] ?? {}).flatMap(([name, value]) =>
    value == null ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return query[0] ? `${path}?${query.join("&")}` : path;
}
