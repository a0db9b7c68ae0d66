import { contributorRoles, type ContributorRole } from "#shop/catalogue/books/book.ts";
import type { BookRecord } from "#shop/catalogue/records/book-record.ts";
import { checkRecord } from "#shop/catalogue/records/check-record.ts";
import { readPosition } from "#shop/catalogue/records/check/details.ts";
import type { RawRecord, ReportLine } from "#shop/catalogue/records/raw-record.ts";
import {
  bookFields,
  peopleOf,
  categoriesOf,
  valueIn,
  type BookErrors,
  type BookFieldName,
  type BookValues,
} from "./book-values.ts";
import { sayWrongIsbn } from "./typed-isbn.ts";

/** A form read by the rules of an import: a record of clean values, or what is wrong with each field. */
export type ReadBookForm = { ok: true; record: BookRecord } | { ok: false; errors: BookErrors };

/** Which field of the form a value of a record comes from. */
const fieldOf: Partial<Record<keyof RawRecord, BookFieldName>> = {
  isbn: "isbn",
  title: "title",
  subtitle: "subtitle",
  contributors: "people",
  series: "series",
  publisher: "publisher",
  publishedOn: "published",
  editionStatement: "edition",
  format: "format",
  language: "language",
  pages: "pages",
  description: "description",
  subjects: "categories",
  mrp: "mrp",
  price: "price",
  taxClass: "taxClass",
  hsn: "hsn",
  availability: "availability",
  orderDays: "orderDays",
};

/** Reads a book's form. `reference` names the book where it has no ISBN; `now` is today. */
export function readBookForm(values: BookValues, { reference, now }: { reference: string; now: Date }): ReadBookForm {
  const errors: BookErrors = {};
  if (valueIn(values, "title") === "") errors.title = "A book needs a title.";
  if (valueIn(values, "mrp") === "") errors.mrp = "Write the MRP that is printed on the book, such as 399.";
  const number = valueIn(values, "seriesNumber");
  if (number !== "" && valueIn(values, "series") === "")
    errors.series = "Write the series too, or take its number away.";
  if (number !== "" && readPosition(number) === undefined)
    errors.seriesNumber = `“${number.slice(0, 100)}” is not a place in a series such as 2 or 1.5.`;
  const isbn = valueIn(values, "isbn");
  const wrongIsbn = isbn === "" ? null : sayWrongIsbn(isbn);
  if (wrongIsbn) errors.isbn = wrongIsbn;

  const { seriesNumber: _, ...withoutNumber } = values;
  const given = errors.seriesNumber === undefined ? values : withoutNumber;
  const { record, lines } = checkWhole(rawRecordOf(given, reference, wrongIsbn !== null), now);
  for (const { kind, field, reason, lost } of lines) {
    // What was only cleaned, such as markup of a description, is no mistake: the preview shows it as it will be.
    const words = kind === "mended" ? lost : reason;
    if (words === undefined) continue;
    const name = fieldOf[field as keyof RawRecord] ?? "title";
    if (!errors[name]?.includes(words)) errors[name] = errors[name] ? `${errors[name]} ${words}` : words;
  }
  if (!record || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, record };
}

/** Checks a record and, where a value refuses it, what is left without that value: so every fault of a form is found. */
function checkWhole(raw: RawRecord, now: Date): { record: BookRecord | null; lines: ReportLine[] } {
  const checked = checkRecord(raw, { exchangeRates: {}, now });
  if ("record" in checked) return { record: checked.record, lines: checked.mended };
  const field = checked.refused.field as keyof RawRecord | undefined;
  if (field === undefined || raw[field] === undefined) return { record: null, lines: [checked.refused] };
  const { [field]: _, ...rest } = raw;
  return { record: null, lines: [checked.refused, ...checkWhole(rest as RawRecord, now).lines] };
}

function rawRecordOf(values: BookValues, reference: string, isIsbnWrong: boolean): RawRecord {
  const text = (input: string) => valueIn(values, input) || undefined;
  const amount = (input: string) => {
    const written = text(input);
    return written === undefined ? undefined : { amount: written };
  };
  const series = text("series");
  const people = peopleOf(values).map(({ name, role }) => ({ name, role: asRole(role) }));
  const categories = categoriesOf(values);
  return {
    place: { line: 1, record: 1 },
    reference,
    ...(isIsbnWrong ? {} : { isbn: text("isbn") }),
    title: text("title"),
    subtitle: text("subtitle"),
    contributors: people.length > 0 ? people : undefined,
    series: series === undefined ? undefined : { name: series, position: text("seriesNumber") },
    publisher: text("publisher"),
    publishedOn: text("published"),
    editionStatement: text("edition"),
    format: text("format"),
    language: text("language"),
    pages: text("pages"),
    description: text("description"),
    subjects: categories.length > 0 ? categories.map((code) => ({ scheme: "name", code })) : undefined,
    mrp: amount("mrp"),
    price: amount("price"),
    taxClass: text("taxClass"),
    hsn: text("hsn"),
    availability: text("availability"),
    orderDays: text("orderDays"),
    copies: text("copies"),
  } as RawRecord;
}

function asRole(given: string): ContributorRole {
  return contributorRoles.find((role) => role === given) ?? "author";
}

/** The inputs of a book's form out of all that was sent. */
export function bookValuesIn(texts: Readonly<Record<string, string>>): BookValues {
  const inputs: string[] = Object.values(bookFields).flatMap((field) => field.inputs as readonly string[]);
  return Object.fromEntries(inputs.flatMap((input) => (texts[input] ? [[input, texts[input]]] : [])));
}
