import type { ZodType } from "zod";

import type { CsvCell } from "#shop/kernel/text/csv-cell.ts";
import type { Fields, FieldValue } from "./field-values.ts";
import type { RawMeasure } from "./raw-values.ts";
import type { PriceOptions } from "#shop/catalogue/fields/check/price-options.ts";
import type { Reading, ReportCorrection } from "#shop/catalogue/fields/check/reading.ts";
import type { NameOrder } from "./csv/contributor-cells.ts";
import type { FormInput } from "./form-inputs.ts";

/** The context of a check. */
export interface CheckContext extends PriceOptions {
  /** Today, to decide whether a publication date is in the future. */
  now: Date;
  /** Reports a value that the check changed or left out. */
  tell: ReportCorrection;
}

/** Properties of a CSV column that apply to all its cells. */
export interface ColumnFacts {
  /** The unit in the column's header, as in `Weight (kg)`. */
  unit?: RawMeasure["unit"];
  nameOrder: NameOrder;
}

/** The raw value of a cell; `mended` describes what was left out, `refused` why the record is rejected. */
export type CellReading<Raw> = { raw: Raw; mended?: string } | { mended: string } | { refused: string };

/** A column of CSV files, for the import, the template, its documentation and the export. */
export interface CsvColumn<Raw> {
  label: string;
  /** The allowed values of the column, in Markdown. */
  takes: string;
  /**
   * Headers of other programs for this column, in one string separated by spaces, best first, written as `columnKey`
   * returns them. The column's own header need not be listed.
   */
  synonyms: string;
  /** Its cells in the two example rows of the template. */
  examples: [string, string];
  /**
   * Set if several columns of a file add to this field. Without this flag, only the first non-empty cell of a row
   * counts.
   */
  isList?: true;
  /** `before` is the value from columns to the left. */
  read: (cell: string, facts: ColumnFacts, before: Raw | undefined) => CellReading<Raw>;
  write: (raw: Raw) => CsvCell | undefined;
}

/** A column of `books` (an edition) or `works` (shared by all editions of a work). */
export interface Column<Name extends string = string> {
  table: "books" | "works";
  name: Name;
  type: "text" | "int" | "numeric" | "date" | "boolean";
  /** The value of the column if nothing is known. */
  absent: FieldValue;
}

/** A field of a book: where it is stored, how it is checked, and how each format reads and writes it. */
export interface BookField<Raw, Value, Name extends string = string> {
  /** Its name within a sentence: `day of publication`. */
  called: string;
  /** Absent for fields that are stored in tables of their own, or that only identify a record. */
  column?: Column<Name>;
  /**
   * For a value stored in several columns: the columns besides `column`, and functions for the values of all of them.
   */
  stored?: {
    columns: Column[];
    of: (value: Value) => Fields;
    /** The value of a row, whose columns are in camelCase. */
    from: (row: Readonly<Record<string, unknown>>) => Value | undefined;
  };
  /**
   * Checks a raw value; the value is undefined if the file gives none. `skip`: the shop does not sell such a product.
   */
  check: (raw: Raw, context: CheckContext) => Reading<Value | undefined> | { skip: string };
  /** Set if an invalid value rejects the whole record. An invalid value of another field is only left out. */
  isVital?: true;
  /** Words, in lower case, that mean "empty" in other fields but have a meaning in this one. */
  meaningfulEmptyWords?: readonly string[];
  /**
   * Converts a value to the raw form from which `check` returns the same value again; absent for fields that are not
   * exported.
   */
  write?: (value: Value) => Raw;
  /** The CSV columns of the field, by header. */
  csv?: Record<string, CsvColumn<Raw>>;
  form?: FormInput<Raw>;
  /** A line under "Details" on the book page; absent for fields that the page shows elsewhere or not at all. */
  page?: { label: string; write: (value: Value) => string };
  /**
   * Schema of the value in the API, where it has the name that `storedName` returns. The value is null if it is
   * unknown.
   */
  api?: ZodType;
  /** For a yes/no field: the code of ONIX list 21 (edition type) that sets it to yes. */
  onixEditionType?: string;
}

/** Infers the types of a field within a table. */
export function bookField<Raw, Value, const Name extends string = never>(field: BookField<Raw, Value, Name>) {
  return field;
}
