import { z } from "zod";

import type { TypedField } from "#desk/http/books/typed-books.server.ts";
import { bundleSize, type StoredBundle } from "#shop/catalogue/books/save-bundle.server.ts";
import { toMomentField } from "#shop/kernel/dates/moment-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { endsInOrder, momentField, offerName, percentField, wrongEnd } from "./offer-fields.ts";
import { deskOptionalLine, deskTextField } from "#shop/kernel/forms/line-field.ts";

/** Names of the fields for the books. */
export const bookFields = Array.from({ length: bundleSize.max }, (_, place) => `book-${place}`);

/** Labels of the bundle form. */
export const bundleLabels: Record<string, string> = {
  name: "Name",
  description: "Description",
  percentOff: "Percent off",
  place: "Position",
  startsAt: "Begins",
  endsAt: "Ends",
  ...Object.fromEntries(bookFields.map((name, place) => [name, `Book ${place + 1}`])),
};

/** Values of the bundle form; `nameOf` returns the name of a book in a field. */
export function bundleValues(bundle: StoredBundle, nameOf: (bookId: string) => string): Record<string, string> {
  return {
    name: bundle.name,
    description: bundle.description,
    percentOff: String(bundle.percentOff),
    place: String(bundle.place),
    startsAt: toMomentField(bundle.startsAt),
    endsAt: toMomentField(bundle.endsAt),
    ...Object.fromEntries(bundle.bookIds.map((bookId, place) => [`book-${place}`, nameOf(bookId)])),
  };
}

const bookName = deskOptionalLine("the book", 200);

/** Schema of the bundle form. The books are the typed texts with their field names. */
export const bundleForm = z
  .object({
    name: offerName,
    description: deskTextField(400, "Describe the bundle in a sentence."),
    percentOff: percentField,
    place: wholeNumberField(0, 9_999),
    startsAt: momentField,
    endsAt: momentField,
    ...Object.fromEntries(bookFields.map((name) => [name, bookName.default("")])),
  })
  .refine(endsInOrder, wrongEnd)
  .transform(({ name, description, percentOff, place, startsAt, endsAt, ...rest }) => ({
    name,
    description,
    percentOff,
    place,
    startsAt,
    endsAt,
    books: bookFields.flatMap((field): TypedField[] => {
      const text = (rest as Record<string, string>)[field];
      return text ? [{ field, text }] : [];
    }),
  }));
