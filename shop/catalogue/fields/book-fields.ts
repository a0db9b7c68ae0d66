import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import type { BookField } from "./book-field.ts";
import { editionFields } from "./edition-fields.ts";
import { identityFields } from "./identity-fields.ts";
import { objectFields } from "./object-fields.ts";
import { presentationFields } from "./presentation-fields.ts";
import { subjectFields } from "./subject-fields.ts";
import { textFields } from "./text-fields.ts";
import { tradeFields } from "./trade-fields.ts";

/**
 * The definition of every field of a book: raw form, check, storage, and how each format reads and writes it. CSV files
 * have the columns in this order.
 */
export const bookFields = {
  ...identityFields,
  ...textFields,
  ...editionFields,
  ...subjectFields,
  ...tradeFields,
  ...objectFields,
  ...presentationFields,
};

type Table = typeof bookFields;

/** The name of a field in our formats, in reports and in the code. */
export type BookFieldName = keyof Table;

/** The names of all fields. */
export const bookFieldNames: BookFieldName[] = typedKeys(bookFields);

/** A field of any type. */
export type AnyBookField = BookField<any, any>;

/** A field by its name. */
export function fieldNamed(name: BookFieldName): AnyBookField {
  return bookFields[name];
}

/**
 * The name of a field's value in records and rows: the name of its column, which adds the unit (`mrpPaise` for `mrp`).
 */
export function storedName(name: BookFieldName): keyof CleanFields {
  return storedNames[name];
}

/** Computed once, because imports and exports need them for each record. */
const storedNames = Object.fromEntries(
  bookFieldNames.map((name) => {
    const { column } = fieldNamed(name);
    return [name, column ? column.name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) : name];
  }),
) as Record<BookFieldName, keyof CleanFields>;

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

type RawOf<Field> = Field extends BookField<infer Raw, infer _Value, infer _Column> ? Raw : never;
type ValueOf<Field> =
  Field extends BookField<infer _Raw, infer Value, infer _Column> ? Exclude<Value, undefined> : never;
type StoredName<Name extends string, Field> =
  Field extends BookField<infer _Raw, infer _Value, infer Column>
    ? [Column] extends [never]
      ? Name
      : Camel<Column>
    : never;

/** The raw fields of a record, as in a file. */
export type RawFields = { [Name in BookFieldName]?: RawOf<Table[Name]> };

/** The checked fields of a record. */
export type CleanFields = { [Name in BookFieldName as StoredName<Name, Table[Name]>]?: ValueOf<Table[Name]> };
