import type { BookField } from "./book-field.ts";
import { editionFields } from "./edition-fields.ts";
import { identityFields } from "./identity-fields.ts";
import { objectFields } from "./object-fields.ts";
import { presentationFields } from "./presentation-fields.ts";
import { subjectFields } from "./subject-fields.ts";
import { textFields } from "./text-fields.ts";
import { tradeFields } from "./trade-fields.ts";

/**
 * Every field of a book, said once: what a file may give, how it is checked and stored, and how each format writes it. The
 * columns of CSV files are in this order.
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

/** What a field is called in every format of ours, in reports and in the code. */
export type BookFieldName = keyof Table;

/** The names of all fields. */
export const bookFieldNames = Object.keys(bookFields) as BookFieldName[];

/** A field whose types do not matter. */
export type AnyBookField = BookField<any, any>;

/** A field by its name. */
export function fieldNamed(name: BookFieldName): AnyBookField {
  return bookFields[name];
}

/** What its value is called in a record and in rows: like its column, which adds the unit (`mrpPaise` of the field `mrp`). */
export function storedName(name: BookFieldName): keyof CleanFields {
  const { column } = fieldNamed(name);
  const stored = column ? column.name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) : name;
  return stored as keyof CleanFields;
}

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

/** The fields of a record as a file has them. */
export type RawFields = { [Name in BookFieldName]?: RawOf<Table[Name]> };

/** The fields of a record with clean values. */
export type CleanFields = { [Name in BookFieldName as StoredName<Name, Table[Name]>]?: ValueOf<Table[Name]> };
