import { z } from "zod";

import { readMomentField, toMomentField } from "#shop/kernel/dates/moment-field.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";

/** So many percent, as a form has them. */
export const percentField = z
  .string()
  .trim()
  .refine((typed) => /^\d{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 90, {
    error: "Write a whole number from 1 to 90.",
  })
  .transform(Number);

/** A whole number that may be left out. */
export const countField = wholeNumberField(1, 99_99_999, {
  empty: { means: null },
  or: ", or leave it empty for no limit",
});

/** A sum in rupees between two, in paise; null where nothing is said. */
export function rupeesBetween(min: number, max: number) {
  const shown = (rupees: number) => `₹${rupees.toLocaleString("en-IN")}`;
  return rupeesField({ most: 99_99_99_999, empty: { means: null } })
    .prefault("")
    .refine((paise) => paise === null || (paise / 100 >= min && paise / 100 <= max), {
      error: `Write from ${shown(min)} to ${shown(max)}, or leave it empty.`,
    });
}

/** A moment that a form has as it was keeps its seconds. */
export function sameMoment(typed: string, before: string | null): string | null {
  return typed === toMomentField(before) ? before : readMomentField(typed);
}

/** A day and time, kept as it is typed; or nothing. */
export const momentField = z
  .string()
  .trim()
  .refine((typed) => typed === "" || readMomentField(typed) !== null, {
    error: "Write a day and a time, such as 2026-11-30T23:59.",
  });

/** The name of an offer as readers see it. */
export const offerName = deskLineField("its name", 80);

/** Whether an offer ends after it begins; both as a form has them. */
export function endsInOrder({ startsAt, endsAt }: { startsAt: string; endsAt: string }): boolean {
  const [from, to] = [readMomentField(startsAt), readMomentField(endsAt)];
  return from === null || to === null || from < to;
}

/** What is said at the field of the end. */
export const wrongEnd = { error: "It must end after it begins.", path: ["endsAt"] };
