import { readChosenBook } from "#desk/http/books/book-choice.ts";
import { maxQuantityPerLine } from "#shop/sales/cart/cart.ts";
import { describeWrongPin } from "#shop/kernel/regions/delivery-regions.ts";
import { readMomentField } from "#shop/kernel/dates/moment-field.ts";
import { describeWholeNumber, readWholeNumber } from "#shop/kernel/forms/whole-number.ts";

/** Number of book fields of a trial cart. */
export const trialRows = 6;

/** The fields of a trial cart, as typed, with errors by field name. */
export interface TrialQuery {
  code: string;
  email: string;
  /** The PIN code of the delivery; empty for none. */
  pin: string;
  /** The time of the trial, as a date-time field has it; empty for the current time. */
  at: string;
  /** The books and copies, one row for each book field of the form. */
  rows: { book: string; copies: string }[];
  errors: Record<string, string>;
}

export function readTrialQuery(url: string): TrialQuery {
  const query = new URL(url).searchParams;
  const text = (name: string) => (query.get(name) ?? "").replaceAll("\0", "").slice(0, 254).trim();
  const rows = Array.from({ length: trialRows }, (_, place) => ({
    book: readChosenBook(Object.fromEntries(query), `book-${place}`).replaceAll("\0", "").slice(0, 200).trim(),
    copies: text(`copies-${place}`).slice(0, 20) || "1",
  }));
  const errors: Record<string, string> = {};
  const at = text("at").slice(0, 30);
  if (at !== "" && readMomentField(at) === null) errors.at = "Write a day and a time, such as 2026-11-30T23:59.";
  const pin = text("pin").replaceAll(" ", "").slice(0, 20);
  const wrongPin = pin === "" ? null : describeWrongPin(pin);
  if (wrongPin) errors.pin = wrongPin;
  for (const [place, { book, copies }] of rows.entries())
    if (book !== "" && readWholeNumber(copies, 1, maxQuantityPerLine) === null)
      errors[`copies-${place}`] = describeWholeNumber(1, maxQuantityPerLine);
  return { code: text("code").slice(0, 40).toUpperCase(), email: text("email"), pin, at, rows, errors };
}
