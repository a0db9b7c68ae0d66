import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import type { ParcelSize } from "#shop/sales/carriers/parcel-size.ts";

/** Form fields for weight and measures; measures are whole centimetres. */
export const sizeFields = {
  grams: wholeNumberField(1, 50_000),
  length: wholeNumberField(1, 200),
  width: wholeNumberField(1, 200),
  height: wholeNumberField(1, 200),
};

export type SizeField = keyof typeof sizeFields;

/** Converts parsed fields to millimetres. */
export function toSize({ grams, length, width, height }: Record<SizeField, number>): ParcelSize {
  return { grams, lengthMm: length * 10, widthMm: width * 10, heightMm: height * 10 };
}

/** The values of the fields in the query, or those of `guess`; `errors` has the texts of wrong ones. */
export function readSizeQuery(query: URLSearchParams, guess: ParcelSize) {
  const guessed: Record<SizeField, string> = {
    grams: String(guess.grams),
    length: String(guess.lengthMm / 10),
    width: String(guess.widthMm / 10),
    height: String(Math.ceil(guess.heightMm / 10)),
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(guessed)) form.set(name, query.get(name) ?? value);
  const read = readForm(form, z.object(sizeFields));
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)])) as typeof guessed;
  return { values, errors: read.ok ? {} : read.errors, size: read.ok ? toSize(read.input) : null };
}
