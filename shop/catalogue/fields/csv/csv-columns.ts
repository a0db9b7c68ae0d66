/** The columns of CSV files, in the order of the template: those of the fields, and some that belong to no field. */
import { requiredValue } from "#shop/kernel/text/required-value.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import type { CsvCell } from "#shop/kernel/text/csv-cell.ts";
import type { ColumnFacts, CsvColumn } from "#shop/catalogue/fields/book-field.ts";
import { classifyCode } from "#shop/catalogue/fields/check/isbn.ts";
import { bookFieldNames, bookFields, fieldNamed, type BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import { currencyCode, readNotice } from "./csv-cells.ts";

type HeadersOf<Field> = Field extends { csv?: infer Columns } ? keyof NonNullable<Columns> & string : never;
type Table = typeof bookFields;

/** The header of a column in the template. */
export type CsvHeader =
  | { [Name in BookFieldName]: HeadersOf<Table[Name]> }[BookFieldName]
  | "currency"
  | "notice"
  | "isbn_or_code";

/** A column as the CSV reader and writer use it. */
export interface RecordColumn extends Pick<CsvColumn<unknown>, "label" | "takes" | "synonyms" | "examples" | "isList"> {
  header: CsvHeader;
  /** Whether some of the words for an empty cell have a meaning in this column. */
  hasMeaningfulEmptyWords: boolean;
  /** Sets the value of a non-empty cell on a record; returns the problem with it, if any. */
  set: (record: RawRecord, cell: string, facts: ColumnFacts) => { mended: string } | { refused: string } | undefined;
  cell: (record: RawRecord) => CsvCell | undefined;
}

/**
 * The currency of those prices of the row that do not state a currency. This column comes after the columns of the
 * prices.
 */
const currency: RecordColumn = {
  header: "currency",
  label: "Currency",
  takes: "The currency of the prices of this row, such as `GBP`. Empty means rupees.",
  synonyms: "currencycode pricecurrency",
  examples: ["INR", ""],
  hasMeaningfulEmptyWords: false,
  set: (record, cell) => {
    for (const price of [record.mrp, record.price, record.costPrice]) if (price) price.currency ??= currencyCode(cell);
    return undefined;
  },
  // The export writes each price with its own currency.
  cell: () => "",
};

const notice: RecordColumn = {
  header: "notice",
  label: "Notice",
  takes: "`delete` hides the book from readers. Usually empty.",
  synonyms: "notificationtype",
  examples: ["", ""],
  hasMeaningfulEmptyWords: false,
  set: (record, cell) => {
    const reading = readNotice(cell);
    if (!("raw" in reading)) return reading;
    record.notice = reading.raw;
    return undefined;
  },
  cell: (record) => record.notice,
};

/**
 * The column of a till that has one code for each book: its ISBN, or a code of the shop's own. A valid ISBN is kept as
 * the code too, so that books that were imported by their codes are found. A spoilt ISBN is no code: books would share
 * it.
 */
const isbnOrCode: RecordColumn = {
  header: "isbn_or_code",
  label: "ISBN or item code",
  takes: "",
  synonyms: "isbnorcode isbnitemcode",
  examples: ["", ""],
  hasMeaningfulEmptyWords: false,
  set: (record, cell) => {
    const kind = classifyCode(cell);
    if (kind !== "code") record.isbn ??= cell;
    if (kind !== "spoilt isbn") record.reference ??= cell;
    return undefined;
  },
  cell: () => undefined,
};

/** The columns of the template and the export. A series comes before its number, prices before their currency. */
export const templateColumns: RecordColumn[] = [
  ...bookFieldNames.flatMap((name) => [...columnsOf(name), ...(name === "costPrice" ? [currency] : [])]),
  notice,
];

/** The headers of the template. */
export const templateHeaders = templateColumns.map(({ header }) => header);

/** All columns that a file can have. */
export const csvColumns: RecordColumn[] = [...templateColumns, isbnOrCode];

/** All headers, those of the template first. */
export const csvHeaders = csvColumns.map(({ header }) => header);

const byHeader = new Map(csvColumns.map((column) => [column.header, column]));

/** A column by its header. */
export function csvColumn(header: CsvHeader): RecordColumn {
  return requiredValue(byHeader, header);
}

function columnsOf(name: BookFieldName): RecordColumn[] {
  const { csv = {}, meaningfulEmptyWords } = fieldNamed(name);
  return Object.entries<CsvColumn<unknown>>(csv).map(([header, { read, write, ...described }]) => ({
    ...described,
    header: header as CsvHeader,
    hasMeaningfulEmptyWords: meaningfulEmptyWords !== undefined,
    set: (record, cell, facts) => {
      const reading = read(cell, facts, record[name]);
      if ("raw" in reading) Object.assign(record, { [name]: reading.raw });
      if ("refused" in reading) return reading;
      return reading.mended === undefined ? undefined : { mended: reading.mended };
    },
    cell: (record) => (record[name] === undefined ? undefined : write(record[name])),
  }));
}
