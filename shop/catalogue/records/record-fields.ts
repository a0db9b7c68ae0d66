import type { BookRecord } from "./book-record.ts";
import { discountedPaise } from "./check/amount.ts";

/** A value of a row, as JSON has it; links of a work to others are lists. */
export type FieldValue = string | number | boolean | null | FieldValue[];

/** Columns of a row by their names in the database, and what belongs to it in other tables as lists. */
export type Fields = Record<string, FieldValue>;

/** What a record says of its edition; what it does not name is absent. */
export function bookFields(record: BookRecord, { discountPercent }: { discountPercent: number }): Fields {
  const { mrpPaise, publishedOn } = record;
  const pricePaise = record.pricePaise ?? (mrpPaise && discountedPaise(mrpPaise, discountPercent));
  return named({
    isbn13: record.isbn13,
    format: record.format,
    hsn: record.hsn,
    tax_class: record.taxClass,
    language: record.language,
    pages: record.pages,
    published_on: publishedOn?.day,
    published_precision: publishedOn?.precision,
    edition_statement: record.editionStatement,
    mrp_paise: mrpPaise,
    price_paise: pricePaise,
    later_prices: record.laterMrps?.map(({ beginsOn, mrpPaise: later }) => [
      beginsOn,
      later,
      Math.min(later, record.pricePaise ?? discountedPaise(later, discountPercent)),
    ]),
    cost_paise: record.costPaise,
    supplier: record.supplier,
    availability: record.availability,
    order_days: record.orderDays,
    country_of_origin: record.countryOfOrigin,
    weight_grams: record.weightGrams,
    height_mm: record.heightMm,
    width_mm: record.widthMm,
    thickness_mm: record.thicknessMm,
    cover_link: record.coverLink,
  });
}

/** What a record says of the work that its edition is of; people, categories and the series are looked up apart. */
export function workFields(record: BookRecord): Fields {
  return named({
    title: record.title,
    subtitle: record.subtitle,
    description: record.description,
    audience: record.audience,
    age_from: record.ageFrom,
    age_to: record.ageTo,
    // One is nothing without the other.
    ...(record.rating && record.ratingCount
      ? { starting_rating: record.rating, starting_rating_count: record.ratingCount }
      : {}),
  });
}

function named(fields: Record<string, FieldValue | undefined>): Fields {
  const present: Fields = {};
  for (const field in fields) if (fields[field] !== undefined) present[field] = fields[field];
  return present;
}

/** A field that is always a text. */
export function textIn(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value !== "string") throw new TypeError(`The field ${field} of a record is no text.`);
  return value;
}

/** The prices that a book gets later: the day, the MRP and the price of each, the earliest first. */
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

/** The people of a work, each with a role; none for a work that names nobody. */
export function peopleIn({ contributors }: Fields): [authorId: string, role: string][] {
  return (Array.isArray(contributors) ? contributors : []).map((person) => {
    const [authorId, role] = Array.isArray(person) ? person : [];
    if (typeof authorId !== "string" || typeof role !== "string")
      throw new TypeError("A contributor of a record is no author with a role.");
    return [authorId, role];
  });
}

/** Whether two values of a field are the same. */
export function isSame(one: FieldValue | undefined, another: FieldValue | undefined): boolean {
  if (one === another) return true;
  return JSON.stringify(one ?? null) === JSON.stringify(another ?? null);
}

/** Whether a field holds nothing. */
export function isEmpty(value: FieldValue | undefined): boolean {
  return value === undefined || value === null || value === "" || isSame(value, []);
}
