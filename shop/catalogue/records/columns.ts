/** The columns of `books` and `works` that store the fields of a record. */
import { discountedPaise } from "#shop/catalogue/fields/check/amount.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { Column } from "#shop/catalogue/fields/book-field.ts";
import { bookFieldNames, fieldNamed, storedName, type BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";

/** The columns of a field: one or more, none for fields in other tables. */
export function columnsOf(name: BookFieldName): Column[] {
  const { column, stored } = fieldNamed(name);
  return column ? [column, ...(stored?.columns ?? [])] : [];
}

const all = bookFieldNames.flatMap(columnsOf);

/** All columns of editions. */
export const editionColumns = all.filter(({ table }) => table === "books");
/** All columns of works, which their editions share. */
export const workColumns = all.filter(({ table }) => table === "works");

/** The values of columns for a record without any. */
export function absentValues(columns: readonly Column[]): Fields {
  return Object.fromEntries(columns.map(({ name, absent }) => [name, absent]));
}

/** A record's values for its edition, by column; `discountPercent` is applied to an MRP without a price. */
export function editionValues(record: BookRecord, { discountPercent }: { discountPercent: number }): Fields {
  const { mrpPaise, pricePaise, laterMrps } = record;
  const priceAt = (mrp: number) => pricePaise ?? discountedPaise(mrp, discountPercent);
  const values = storedValues(record, ofEdition);
  if (mrpPaise !== undefined) values.price_paise = priceAt(mrpPaise);
  if (laterMrps)
    values.later_prices = laterMrps.map((later) => [
      later.beginsOn,
      later.mrpPaise,
      Math.min(later.mrpPaise, priceAt(later.mrpPaise)),
    ]);
  return values;
}

/** A record's values for its work, by column; people, categories and series are handled separately. */
export function workValues(record: BookRecord): Fields {
  return storedValues(record, ofWork);
}

/** A field with a column: its key in a record, and the conversion to further columns. */
interface StoredField {
  key: keyof BookRecord;
  column: string;
  valuesOf?: (value: unknown) => Fields;
}

function storedIn(table: Column["table"]): StoredField[] {
  return bookFieldNames.flatMap((name) => {
    const { column, stored } = fieldNamed(name);
    return column?.table === table ? [{ key: storedName(name), column: column.name, valuesOf: stored?.of }] : [];
  });
}

const ofEdition = storedIn("books");
const ofWork = storedIn("works");

function storedValues(record: BookRecord, fields: StoredField[]): Fields {
  const values: Fields = {};
  for (const { key, column, valuesOf } of fields) {
    const value = record[key];
    if (value === undefined) continue;
    if (valuesOf) Object.assign(values, valuesOf(value));
    else values[column] = value as Fields[string];
  }
  return values;
}
