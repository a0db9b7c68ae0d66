/** The columns of `books` and `works` that the fields of a record are stored in. */
import { discountedPaise } from "#shop/catalogue/fields/check/amount.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { Column } from "#shop/catalogue/fields/book-field.ts";
import { bookFieldNames, fieldNamed, storedName, type BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";

/** The columns of a field: one or more, or none for what other tables keep. */
export function columnsOf(name: BookFieldName): Column[] {
  const { column, stored } = fieldNamed(name);
  return column ? [column, ...(stored?.columns ?? [])] : [];
}

const all = bookFieldNames.flatMap(columnsOf);

/** All columns of an edition's fields. */
export const editionColumns = all.filter(({ table }) => table === "books");
/** All columns of the fields that the editions of a work share. */
export const workColumns = all.filter(({ table }) => table === "works");

/** What columns hold where a record says nothing. */
export function absentValues(columns: readonly Column[]): Fields {
  return Object.fromEntries(columns.map(({ name, absent }) => [name, absent]));
}

/** What a record says of its edition, by column; `discountPercent` is taken off an MRP that comes without a price. */
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

/** What a record says of the work that its edition is of, by column; people, categories and the series are looked up separately. */
export function workValues(record: BookRecord): Fields {
  return storedValues(record, ofWork);
}

/** A field with a column: where a record has its value, and what of it is stored. */
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
