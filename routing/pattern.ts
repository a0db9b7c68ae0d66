import type { Parameter } from "./parameters.ts";
import type { routes } from "./routes.ts";

/** Expands a path with an optional last part into its two paths. */
type Expanded<Path> = Path extends `${infer Start}/:${infer Name}?` ? Start | `${Start}/:${Name}` : Path;

/** Paths of routes that can be linked, with the names of their parameters: `/books/:bookId`. */
export type Pattern = Expanded<Exclude<keyof typeof routes, "/*">>;

type NameIn<P extends string> = P extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NameIn<`/${More}`>
    : Rest
  : never;

/** Values for the parameters of a pattern; a parameter missing from `parameters.ts` accepts no value. */
export type Values<P extends string> = { [Name in NameIn<P>]: Name extends Parameter ? string | number : never };
