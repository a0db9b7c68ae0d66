import type { Parameter } from "./parameters.ts";
import type { routes } from "./routes.ts";

/** The two paths of one with an optional last part. */
type Expanded<Path> = Path extends `${infer Start}/:${infer Name}?` ? Start | `${Start}/:${Name}` : Path;

/** The path of a route that can be linked to, with the names of its parameters: `/books/:bookId`. */
export type Pattern = Expanded<Exclude<keyof typeof routes, "/*">>;

type NameIn<P extends string> = P extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NameIn<`/${More}`>
    : Rest
  : never;

/** A value for each parameter of a pattern; a parameter that `parameters.ts` does not describe has none that fits. */
export type Values<P extends string> = { [Name in NameIn<P>]: Name extends Parameter ? string | number : never };
