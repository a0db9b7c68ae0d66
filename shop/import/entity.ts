import { isSame, type Fields, type FieldValue } from "./record-fields.ts";

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

/**
 * Sets a field, unless a person set it and it is not in `take`; answers false when it was left alone.
 */
export function setField(entity: Entity, field: string, value: FieldValue, take: ReadonlySet<string>): boolean {
  if (isSame(entity.now[field], value)) return true;
  if (entity.before && entity.origins[field]?.by === "person" && !take.has(field)) return false;
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
