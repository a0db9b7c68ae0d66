import type { PublicationDay } from "#shop/catalogue/fields/record-values.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";

const isoLength = { day: 10, month: 7, year: 4 };

/** Formats a date as `2019-04-25`, `2019-04` or `2019`, depending on its precision. */
export function formatPartialDate({ day, precision }: PublicationDay): string {
  return day.slice(0, isoLength[precision]);
}

/** Formats a date as `25 April 2019`, `April 2019` or `2019`, depending on its precision. */
export function formatPublicationDate({ day, precision }: PublicationDay): string {
  const words = longDay(day).split(" ");
  return words.slice({ day: 0, month: 1, year: 2 }[precision]).join(" ");
}
