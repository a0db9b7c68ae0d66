import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { checkRecord } from "#shop/catalogue/records/check-record.ts";
import { readPosition } from "#shop/catalogue/fields/check/details.ts";
import type { RawRecord, ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { valueIn, type BookErrors, type BookValues } from "./book-values.ts";
import { formFields, rawOfValues } from "./form-fields.ts";
import { describeInvalidIsbn } from "./typed-isbn.ts";

/** A form checked by the rules of an import: a valid record, or the errors by field. */
export type ReadBookForm = { ok: true; record: BookRecord } | { ok: false; errors: BookErrors };

/** Parses and checks a book form. `reference` identifies the book if it has no ISBN. */
export function readBookForm(
  values: BookValues,
  { reference, now, copies }: { reference: string; now: Date; copies?: string },
): ReadBookForm {
  const errors: BookErrors = {};
  if (valueIn(values, "title") === "") errors.title = "A book needs a title.";
  if (valueIn(values, "mrp") === "") errors.mrp = "Write the MRP that is printed on the book, such as 399.";
  const number = valueIn(values, "seriesNumber");
  if (number !== "" && valueIn(values, "series") === "") errors.series = "Write the series too, or delete the number.";
  const isWrongNumber = number !== "" && readPosition(number) === undefined;
  if (isWrongNumber) errors.seriesNumber = `“${number.slice(0, 100)}” is not a number in a series, such as 2 or 1.5.`;
  const isbn = valueIn(values, "isbn");
  const wrongIsbn = isbn === "" ? null : describeInvalidIsbn(isbn);
  if (wrongIsbn) errors.isbn = wrongIsbn;

  const raw: RawRecord = {
    place: { line: 1, record: 1 },
    reference,
    ...rawOfValues(values),
    copies: copies || undefined,
  };
  if (wrongIsbn) delete raw.isbn;
  if (isWrongNumber && raw.series) raw.series = { name: raw.series.name };
  const { record, lines } = checkWhole(raw, now);
  for (const { kind, field, reason, lost } of lines) {
    // Values that were cleaned without loss, such as markup in a description, are no errors: the preview shows the
    // result.
    const words = kind === "mended" ? lost : reason;
    if (words === undefined) continue;
    const name = formFields.find(({ name }) => name === field)?.name ?? "title";
    if (!errors[name]?.includes(words)) errors[name] = errors[name] ? `${errors[name]} ${words}` : words;
  }
  if (!record || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, record };
}

/** Checks a record; if a field makes it invalid, checks again without this field, to collect all errors of a form. */
function checkWhole(raw: RawRecord, now: Date): { record: BookRecord | null; lines: ReportLine[] } {
  const checked = checkRecord(raw, { exchangeRates: {}, now });
  if ("record" in checked) return { record: checked.record, lines: checked.mended };
  const field = checked.refused.field as keyof RawRecord | undefined;
  if (field === undefined || raw[field] === undefined) return { record: null, lines: [checked.refused] };
  const { [field]: _, ...rest } = raw;
  return { record: null, lines: [checked.refused, ...checkWhole(rest as RawRecord, now).lines] };
}
