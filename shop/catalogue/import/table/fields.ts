import { contentFields } from "./content-fields.ts";
import type { Field } from "./field.ts";
import { tradeFields } from "./trade-fields.ts";

const table = { ...contentFields, ...tradeFields } satisfies Record<string, Field>;

/** The name of a field's column in the template. */
export type FieldName = keyof typeof table;

/**
 * Every field that a table of books may have, by the name of its column. The reader, the guess of somebody's columns, the
 * template, its documentation and the export are made from it. The order counts: a series comes before its number.
 */
export const fields: Record<FieldName, Field> = table;

/** The names of all fields, in the order of the template. */
export const fieldNames = Object.keys(table) as FieldName[];
