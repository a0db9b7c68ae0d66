import { z } from "zod";

import { deskLineField, deskOptionalLine } from "#shop/kernel/forms/line-field.ts";
import { describeWholeNumber, readWholeNumber } from "#shop/kernel/forms/whole-number.ts";

/** Form fields for the carrier and tracking of a parcel. The number is optional: ordinary post has none. */
export const parcelFields = {
  carrier: deskLineField("the carrier", 60, "Enter the carrier."),
  trackingNumber: deskOptionalLine("the tracking number", 60),
  trackingUrl: deskOptionalLine("the address", 500).pipe(
    z.string().regex(/^(https:\/\/\S+)?$/, "The link must begin with https://."),
  ),
};

/** The maximum number of copies of a book in a parcel. */
const maxCopies = 99;

/**
 * Reads the copies of each book from fields such as `take-godan`. `copies` is undefined if the form has no such fields;
 * `errors` has error texts by field name.
 */
export function readTakenCopies(form: FormData) {
  const errors: Record<string, string> = {};
  const copies = [...form].flatMap(([name, value]) => {
    const bookId = /^take-([a-z0-9-]{1,200})$/.exec(name)?.[1];
    if (!bookId) return [];
    const quantity = readWholeNumber(String(value), 0, maxCopies);
    if (quantity === null) errors[name] = describeWholeNumber(0, maxCopies);
    return [{ bookId, quantity }];
  });
  const [first] = copies;
  if (!first) return { copies: undefined, errors };
  if (copies.every(({ quantity }) => quantity === 0))
    errors[`take-${first.bookId}`] = "Put at least one copy into the parcel.";
  return {
    copies: copies.flatMap(({ bookId, quantity }) => (quantity ? [{ bookId, quantity }] : [])),
    errors,
  };
}
