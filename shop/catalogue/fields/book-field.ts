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
  /** Reports a value that was changed or left out. */
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
  /** Its allowed values, in Markdown. */
  takes: string;
  /**
   * Headers that other programs use for this column, best first, in the form of `columnKey`; its own header is implied.
   */
  synonyms: string;
  /** Its cells in the two example rows of the template. */
  examples: [string, string];
  /** Several columns of a file fill it in turn; other fields take the first cell that is not empty. */
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
  /** Its value if nothing is known. */
  absent: FieldValue;
}

/** A field of a book: where it is stored, how it is checked, and how each format reads and writes it. */
export interface BookField<Raw, Value, Name extends string = string> {
  /** Its name within a sentence: `day of publication`. */
  called: string;
  /** Absent for fields that are in tables of their own, or that only identify a record. */
  column?: Column<Name>;
  /** For a value that needs several columns: the further columns, and the values of all of them. */
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
  /** A wrong value rejects the record; in other fields a wrong value is left out. */
  isVital?: true;
  /** Words, in lower case, that mean "empty" in other fields but have a meaning in this one. */
  meaningfulEmptyWords?: readonly string[];
  /** The raw value that `check` reads back as this value; absent for fields without export. */
  write?: (value: Value) => Raw;
  /** Its CSV columns by header. */
  csv?: Record<string, CsvColumn<Raw>>;
  form?: FormInput<Raw>;
  /** A line under "Details" on the book page; absent for fields that the page shows elsewhere or not at all. */
  page?: { label: string; write: (value: Value) => string };
  /** Schema of the value in the API, under its stored name; null if unknown. */
  api?: ZodType;
  /** The code of ONIX list 21 (type of edition) that means yes. */
  onixEditionType?: string;
}

/** Infers the types of a field within a table. */
export function bookField<Raw, Value, const Name extends string = never>(field: BookField<Raw, Value, Name>) {
  return field;
}
