import { z } from "zod";

import { isoDay } from "#shop/kernel/dates/dates.ts";

const maxDays = 90;

/** The last day on which an order is kept at the shop. */
export const lastDayField = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "Choose the last day on which it is kept.")
  .refine((given) => Number.isFinite(Date.parse(given)) && new Date(given).toISOString().startsWith(given), {
    error: "There is no such day.",
  });

/** The error of a last day that is in the past or too far away; empty if it is neither. */
export function findLastDayError(day: string, now: Date): Record<string, string> {
  if (day < isoDay(now)) return { until: "This day is over. Choose a later one." };
  const last = isoDay(new Date(now.getTime() + maxDays * 86_400_000));
  return day > last ? { until: `Choose a day within the next ${maxDays} days.` } : {};
}
