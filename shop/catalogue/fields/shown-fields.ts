/** The fields of a book that its page and the API show without further code. */
import type { ZodType } from "zod";

import type { Column } from "./book-field.ts";
import { bookFieldNames, fieldNamed, storedName, type AnyBookField, type BookFieldName } from "./book-fields.ts";

/** A line under "Details" on a book page. */
export interface BookDetail {
  label: string;
  text: string;
}

const shownOnPage = bookFieldNames.filter((name) => fieldNamed(name).page);
const shownInApi = bookFieldNames.filter((name) => fieldNamed(name).api);

/** Columns of `books` for the details of a book page. */
export const detailColumns = columnsOf(shownOnPage);
/** Columns of `books` that the API returns unchanged. */
export const apiColumns = columnsOf(shownInApi);

/** The details of a row; empty values are left out. */
export function detailsOf(row: object): BookDetail[] {
  return shownOnPage.flatMap((name) => {
    const value = valueIn(row, name);
    const { label, write } = fieldNamed(name).page!;
    return value === null || value === "" || value === false ? [] : [{ label, text: write(value) }];
  });
}

/** The values of a row in the API. */
export function apiValuesOf(row: object): Record<string, unknown> {
  return Object.fromEntries(shownInApi.map((name) => [storedName(name), valueIn(row, name)]));
}

/** The schemas of the values that `apiValuesOf` returns, by name. */
export const apiSchemas: Record<string, ZodType> = Object.fromEntries(
  shownInApi.map((name) => [storedName(name), fieldNamed(name).api!]),
);

function columnsOf(names: BookFieldName[]): Column[] {
  return names.flatMap((name) => (fieldNamed(name) as AnyBookField).column ?? []);
}

function valueIn(row: object, name: BookFieldName): unknown {
  return (row as Readonly<Record<string, unknown>>)[storedName(name)] ?? null;
}
