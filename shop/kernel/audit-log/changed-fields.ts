import { isDeepStrictEqual } from "node:util";

/** The fields of an object, as in JSON. */
export type Fields = Record<string, unknown>;

/** Fields before and after a change. A side is null if the object did not or does not exist. */
export interface ChangedFields {
  before: Fields | null;
  after: Fields | null;
}

/** The fields that differ between two objects; null if none does. */
export function changedFields(from: object | null, to: object | null): ChangedFields | null {
  const was: Fields | null = from && { ...from };
  const is: Fields | null = to && { ...to };
  if (!was || !is) return was || is ? { before: was, after: is } : null;
  const names = Object.keys({ ...was, ...is }).filter((name) => !isDeepStrictEqual(was[name], is[name]));
  if (names.length === 0) return null;
  const only = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { before: only(was), after: only(is) };
}
