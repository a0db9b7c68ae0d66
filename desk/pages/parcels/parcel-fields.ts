import { z } from "zod";

import { deskLineField, deskOptionalLine } from "#shop/kernel/forms/line-field.ts";
import { describeWholeNumber, readWholeNumber } from "#shop/kernel/forms/whole-number.ts";

/** Form fields for the carrier and tracking of a parcel. Own delivery and ordinary post have no number. */
export const parcelFields = {
  carrier: deskLineField("the carrier", 60, "Say who takes the parcel."),
  trackingNumber: deskOptionalLine("the tracking number", 60),
  trackingUrl: deskOptionalLine("the address", 500).pipe(
    z.string().regex(/^(https:\/\/\S+)?$/, "An address begins with https://."),
  ),
};

/** Limit per book and parcel. */
const maxCopies = 99;

/**
 * Reads the copies per book from fields such as `take-godan`. `copies` is undefined if the form has no such field;
 * `errors` are by field name.
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
