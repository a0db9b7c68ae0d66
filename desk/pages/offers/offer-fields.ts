import { z } from "zod";

import { readMomentField, toMomentField } from "#shop/kernel/dates/moment-field.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";

/** Form field for a discount in percent, from 1 to 90. */
export const percentField = z
  .string()
  .trim()
  .refine((typed) => /^\d{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 90, {
    error: "Write a whole number from 1 to 90.",
  })
  .transform(Number);

/** Form field for an optional limit; null if empty. */
export const countField = wholeNumberField(1, 99_99_999, {
  empty: { means: null },
  or: ", or leave it empty for no limit",
});

/** Form field for a sum from `min` to `max` rupees. It is parsed to paise; null if empty. */
export function rupeesBetween(min: number, max: number) {
  const shown = (rupees: number) => `₹${rupees.toLocaleString("en-IN")}`;
  return rupeesField({ most: 99_99_99_999, empty: { means: null } })
    .prefault("")
    .refine((paise) => paise === null || (paise / 100 >= min && paise / 100 <= max), {
      error: `Write from ${shown(min)} to ${shown(max)}, or leave it empty.`,
    });
}

/**
 * Parses a typed date and time. If the form did not change it, returns `before` with its seconds, because the field has
 * no seconds.
 */
export function sameMoment(typed: string, before: string | null): string | null {
  return typed === toMomentField(before) ? before : readMomentField(typed);
}

/** Optional form field for a date and time. The result is the typed text. */
export const momentField = z
  .string()
  .trim()
  .refine((typed) => typed === "" || readMomentField(typed) !== null, {
    error: "Write a day and a time, such as 2026-11-30T23:59.",
  });

/** Form field for the name of an offer, which readers see. */
export const offerName = deskLineField("its name", 80);

/** Whether the typed end is after the typed beginning; true if one of them is missing. */
export function endsInOrder({ startsAt, endsAt }: { startsAt: string; endsAt: string }): boolean {
  const [from, to] = [readMomentField(startsAt), readMomentField(endsAt)];
  return from === null || to === null || from < to;
}

/** Error for `endsInOrder`. */
export const wrongEnd = { error: "It must end after it begins.", path: ["endsAt"] };
