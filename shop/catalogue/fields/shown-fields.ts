/** What readers and other programs are shown of a book by its fields alone. */
import type { ZodType } from "zod";

import type { Column } from "./book-field.ts";
import { bookFieldNames, fieldNamed, storedName, type AnyBookField, type BookFieldName } from "./book-fields.ts";

/** A line under "Details" on the page of a book. */
export interface BookDetail {
  label: string;
  text: string;
}

const shownOnPage = bookFieldNames.filter((name) => fieldNamed(name).page);
const shownInApi = bookFieldNames.filter((name) => fieldNamed(name).api);

/** Columns of `books` that the page of a book shows as details. */
export const detailColumns = columnsOf(shownOnPage);
/** Columns of `books` that the API answers as they are. */
export const apiColumns = columnsOf(shownInApi);

/** The details of a row; what holds nothing is left out. */
export function detailsOf(row: object): BookDetail[] {
  return shownOnPage.flatMap((name) => {
    const value = valueIn(row, name);
    const { label, write } = fieldNamed(name).page!;
    return value === null || value === "" || value === false ? [] : [{ label, text: write(value) }];
  });
}

/** What the API answers of a row. */
export function apiValuesOf(row: object): Record<string, unknown> {
  return Object.fromEntries(shownInApi.map((name) => [storedName(name), valueIn(row, name)]));
}

/** The schemas of those answers. */
export const apiSchemas: Record<string, ZodType> = Object.fromEntries(
  shownInApi.map((name) => [storedName(name), fieldNamed(name).api!]),
);

function columnsOf(names: BookFieldName[]): Column[] {
  return names.flatMap((name) => (fieldNamed(name) as AnyBookField).column ?? []);
}

function valueIn(row: object, name: BookFieldName): unknown {
  return (row as Readonly<Record<string, unknown>>)[storedName(name)] ?? null;
}
