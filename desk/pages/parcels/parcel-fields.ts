import { z } from "zod";

import { deskLineField, deskOptionalLine } from "#shop/kernel/forms/line-field.ts";
import { describeWholeNumber, readWholeNumber } from "#shop/kernel/forms/whole-number.ts";

/** How a parcel is followed, as the forms of the desk ask for it. Own delivery and ordinary post have no number. */
export const parcelFields = {
  carrier: deskLineField("the carrier", 60, "Say who takes the parcel."),
  trackingNumber: deskOptionalLine("the tracking number", 60),
  trackingUrl: deskOptionalLine("the address", 500).pipe(
    z.string().regex(/^(https:\/\/\S+)?$/, "An address begins with https://."),
  ),
};

/** Of a book in one parcel. */
const maxCopies = 99;

/**
 * Copies of books as a form names them: the field `take-godan` says so of one. Undefined without any such field; else what was
 * chosen, with what is wrong by the name of the field.
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
  if (copies.length === 0) return { copies: undefined, errors };
  if (copies.every(({ quantity }) => quantity === 0))
    errors[`take-${copies[0]!.bookId}`] = "Put at least one copy into the parcel.";
  return {
    copies: copies.flatMap(({ bookId, quantity }) => (quantity ? [{ bookId, quantity }] : [])),
    errors,
  };
}
