/** Reads typed values from the fields of a row. */
import type { Fields, FieldValue } from "#shop/catalogue/fields/field-values.ts";

/** The value of a text field. Throws TypeError for another type. */
export function textIn(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value !== "string") throw new TypeError(`The field ${field} of a record is no text.`);
  return value;
}

/** The announced prices of a book with date, MRP and price, the earliest first. */
export function laterPricesIn({
  later_prices: later,
}: Fields): [beginsOn: string, mrpPaise: number, pricePaise: number][] {
  return (Array.isArray(later) ? later : []).map((price) => {
    const [day, mrpPaise, pricePaise] = Array.isArray(price) ? price : [];
    if (typeof day !== "string" || typeof mrpPaise !== "number" || typeof pricePaise !== "number")
      throw new TypeError("A later price of a record is no day with an MRP and a price.");
    return [day, mrpPaise, pricePaise];
  });
}

/** The contributors of a work with their roles; empty if there are none. */
export function peopleIn({ contributors }: Fields): [authorId: string, role: string][] {
  return (Array.isArray(contributors) ? contributors : []).map((person) => {
    const [authorId, role] = Array.isArray(person) ? person : [];
    if (typeof authorId !== "string" || typeof role !== "string")
      throw new TypeError("A contributor of a record is no author with a role.");
    return [authorId, role];
  });
}

/** Whether two values are equal. */
export function isSame(one: FieldValue | undefined, another: FieldValue | undefined): boolean {
  if (one === another) return true;
  return JSON.stringify(one ?? null) === JSON.stringify(another ?? null);
}

/** Whether a value is empty. */
export function isEmpty(value: FieldValue | undefined): boolean {
  return value === undefined || value === null || value === "" || isSame(value, []);
}
