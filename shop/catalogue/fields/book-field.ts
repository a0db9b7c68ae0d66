import type { ZodType } from "zod";

import type { CsvCell } from "#shop/kernel/text/csv-cell.ts";
import type { Fields, FieldValue } from "./field-values.ts";
import type { RawMeasure } from "./raw-values.ts";
import type { PriceOptions } from "#shop/catalogue/fields/check/price-options.ts";
import type { Reading, TellMended } from "#shop/catalogue/fields/check/reading.ts";
import type { NameOrder } from "./csv/contributor-cells.ts";
import type { FormInput } from "./form-inputs.ts";

/** What the check of a value may need besides the value. */
export interface CheckContext extends PriceOptions {
  /** The day of the check: decides whether a day of publication is still to come. */
  now: Date;
  /** Reports what was changed or left out, and goes on. */
  tell: TellMended;
}

/** What is known of a CSV column besides its cells. */
export interface ColumnFacts {
  /** The unit in the column's name, as in `Weight (kg)`. */
  unit?: RawMeasure["unit"];
  nameOrder: NameOrder;
}

/** What a cell gives its field; `mended` says what of it was left out, `refused` why the record cannot be taken. */
export type CellReading<Raw> = { raw: Raw; mended?: string } | { mended: string } | { refused: string };

/** A column of CSV files: for the reader, the template, its documentation and the export. */
export interface CsvColumn<Raw> {
  label: string;
  /** What its cells may hold, in Markdown. */
  takes: string;
  /** Names that other programs give this column, best first, as `columnKey` writes them; its header is known anyway. */
  synonyms: string;
  /** Its cells in the two example rows of the template. */
  examples: [string, string];
  /** Several columns fill it, one after the other; of any other field the first cell that is not empty counts. */
  isList?: true;
  /** `before` is what columns to the left of it gave the field. */
  read: (cell: string, facts: ColumnFacts, before: Raw | undefined) => CellReading<Raw>;
  write: (raw: Raw) => CsvCell | undefined;
}

/** A column of `books` (an edition's) or `works` (shared by all editions of a work). */
export interface Column<Name extends string = string> {
  table: "books" | "works";
  name: Name;
  type: "text" | "int" | "numeric" | "date" | "boolean";
  /** What it holds where nothing is known. */
  absent: FieldValue;
}

/** A field of a book: where it is stored, how it is checked, and how each format reads and writes it. */
export interface BookField<Raw, Value, Name extends string = string> {
  /** As a sentence calls it: `day of publication`. */
  called: string;
  /** Absent for fields that have tables of their own, or that only find a record. */
  column?: Column<Name>;
  /** For a value that needs more than its column: all that is stored of it, and the further columns. */
  stored?: {
    columns: Column[];
    of: (value: Value) => Fields;
    /** The value of a row, whose columns are in camelCase. */
    from: (row: Readonly<Record<string, unknown>>) => Value | undefined;
  };
  /** The value that an import takes from what a file has; undefined where that says nothing. `skip`: the shop sells no such product. */
  check: (raw: Raw, context: CheckContext) => Reading<Value | undefined> | { skip: string };
  /** A record with a wrong value is refused; of any other field a wrong value is left out. */
  isVital?: true;
  /** Words that mean "nothing" in other fields and something in this one, in lower case. */
  oddWords?: readonly string[];
  /** The raw value that `check` reads back as this one; absent where the shop exports none. */
  write?: (value: Value) => Raw;
  /** By the column's header. */
  csv?: Record<string, CsvColumn<Raw>>;
  form?: FormInput<Raw>;
  /** A line under "Details" on the page of a book; absent for what the page shows in another way or not at all. */
  page?: { label: string; write: (value: Value) => string };
  /** What the API answers, under the name that the value is stored by; null where the shop knows nothing. */
  api?: ZodType;
  /** The code of ONIX list 21 (type of edition) that means yes. */
  onixEditionType?: string;
}

/** Keeps the types of a field while it is written in a table. */
export function bookField<Raw, Value, const Name extends string = never>(field: BookField<Raw, Value, Name>) {
  return field;
}
