import { isSame } from "./record-fields.ts";
import type { Fields, FieldValue } from "#shop/catalogue/fields/field-values.ts";

/** Who set a field last, and when. */
export type Origins = Record<string, { by: string; at: string }>;

/** A row while a batch is planned: as it was, and as it will be. */
export interface Entity {
  id: string;
  /** Null for a row that the batch adds. */
  before: Fields | null;
  now: Fields;
  origins: Origins;
}

/** A row that is not there yet. */
export function addedEntity(id: string, now: Fields): Entity {
  return { id, before: null, now, origins: {} };
}

/** A row as the database has it. */
export function knownEntity(id: string, fields: Fields, origins: Origins): Entity {
  return { id, before: { ...fields }, now: fields, origins };
}

/** Whose file wants to change a field, and which fields it takes whoever set them. */
export interface Taking {
  from: "catalogue" | "till";
  take: ReadonlySet<string>;
}

/**
 * Who set a field that a file leaves alone: a person, or, against a catalogue, a till or another program with a token:
 * whoever stands at the shelf knows the price later than the publisher's list. Null when the file may set it.
 */
export function keeperOf({ before, origins }: Entity, field: string, { from, take }: Taking): string | null {
  const by = origins[field]?.by;
  if (!before || by === undefined || take.has(field)) return null;
  if (by === "person") return "A person";
  return from === "catalogue" && /^(stock|token) /.test(by) ? "A till" : null;
}

/** Sets a field, unless somebody keeps it (see `keeperOf`); answers false when it was left alone. */
export function setField(entity: Entity, field: string, value: FieldValue, taking: Taking): boolean {
  if (isSame(entity.now[field], value)) return true;
  if (keeperOf(entity, field, taking)) return false;
  entity.now[field] = value;
  return true;
}

/** The fields that a batch changes, as they were and as they will be; null when nothing changes. */
export function changeOf({ before, now }: Entity): { before: Fields; after: Fields } | null {
  if (!before) return null;
  const changed = Object.keys(now).filter((field) => !isSame(before[field], now[field]));
  if (changed.length === 0) return null;
  const pick = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]));
  return { before: pick(before), after: pick(now) };
}
