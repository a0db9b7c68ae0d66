import { isDeepStrictEqual } from "node:util";

/** What something had or has in its fields, as JSON says it. */
export type Fields = Record<string, unknown>;

/** Fields as they were and are. A side is null where there was or is nothing. */
export interface ChangedFields {
  before: Fields | null;
  after: Fields | null;
}

/** Those fields alone that differ; null when none does. */
export function changedFields(from: object | null, to: object | null): ChangedFields | null {
  if (!from || !to) return from || to ? { before: from as Fields | null, after: to as Fields | null } : null;
  const [was, is] = [from as Fields, to as Fields];
  const names = Object.keys({ ...was, ...is }).filter((name) => !isDeepStrictEqual(was[name], is[name]));
  if (names.length === 0) return null;
  const only = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { before: only(was), after: only(is) };
}
