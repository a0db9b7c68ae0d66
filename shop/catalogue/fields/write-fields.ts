import { bookFieldNames, fieldNamed, storedName, type CleanFields, type RawFields } from "./book-fields.ts";

/** The fields of a row of `books` joined with `works`, with columns in camelCase; empty values are absent. */
export function fieldsOfRow(row: object): CleanFields {
  const values = row as Readonly<Record<string, unknown>>;
  const fields: Record<string, unknown> = {};
  for (const name of bookFieldNames) {
    const { column, stored } = fieldNamed(name);
    const value = column && (stored ? stored.from(values) : values[storedName(name)]);
    if (value !== undefined && value !== null && value !== "") fields[storedName(name)] = value;
  }
  return fields as CleanFields;
}

/** Converts checked fields to raw ones for a file; fields that the shop does not export are left out. */
export function toRawFields(fields: CleanFields): RawFields {
  const raw: Record<string, unknown> = {};
  for (const name of bookFieldNames) {
    const { column, write } = fieldNamed(name);
    const value = fields[storedName(name)];
    if (column && write && value !== undefined) raw[name] = write(value);
  }
  return raw as RawFields;
}
