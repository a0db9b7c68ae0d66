import { isSame } from "./record-fields.ts";
import type { Fields, FieldValue } from "#shop/catalogue/fields/field-values.ts";

/** The source and time of the last change of each field. */
export type Origins = Record<string, { by: string; at: string }>;

/** A row during the planning of a batch, with its old and new values. */
export interface Entity {
  id: string;
  /** Null for a new row. */
  before: Fields | null;
  now: Fields;
  origins: Origins;
}

/** A new row. */
export function newEntity(id: string, now: Fields): Entity {
  return { id, before: null, now, origins: {} };
}

/** A row of the database. */
export function storedEntity(id: string, fields: Fields, origins: Origins): Entity {
  return { id, before: { ...fields }, now: fields, origins };
}

/** The kind of file that changes fields, and the fields to overwrite regardless of their source. */
export interface Taking {
  from: "catalogue" | "till";
  take: ReadonlySet<string>;
}

/**
 * Who set a field that a file must not change: a person or, if the file is a catalogue, also a till or a program with a
 * token, because their price is more recent than a publisher's list. Null if the file may set the field.
 */
export function findProtector({ before, origins }: Entity, field: string, { from, take }: Taking): string | null {
  const by = origins[field]?.by;
  if (!before || by === undefined || take.has(field)) return null;
  if (by === "person") return "A person";
  return from === "catalogue" && /^(stock|token) /.test(by) ? "A till" : null;
}

/** Sets a field unless it is protected (see `findProtector`); returns false if it was left unchanged. */
export function setField(entity: Entity, field: string, value: FieldValue, taking: Taking): boolean {
  if (isSame(entity.now[field], value)) return true;
  if (findProtector(entity, field, taking)) return false;
  entity.now[field] = value;
  return true;
}

/** The fields that a batch changes, with old and new values; null without changes. */
export function changeOf({ before, now }: Entity): { before: Fields; after: Fields } | null {
  if (!before) return null;
  const changed = Object.keys(now).filter((field) => !isSame(before[field], now[field]));
  if (changed.length === 0) return null;
  const pick = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]));
  return { before: pick(before), after: pick(now) };
}
