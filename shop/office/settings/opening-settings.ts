import { z } from "zod";

import type { DaysOff } from "#shop/kernel/regions/working-days.ts";
import type { Opening } from "#shop/kernel/regions/opening.ts";

const words = z.string().trim().max(300, "must have at most 300 characters").optional();

/** Whether the shop is open, closed until a day, or not open yet. */
export const openingSettings = {
  SHOP_STATE: z
    .enum(["open", "not-open", "closed"], { error: 'must be "open", "not-open" or "closed"' })
    .default("open"),
  CLOSED_UNTIL: z.iso.date({ error: "must be a day such as 2027-11-02" }).optional(),
  CLOSED_WORDS: words,
  CLOSED_ORDERS: z.enum(["wait", "taken"], { error: 'must be "wait" or "taken"' }).default("wait"),
};

type ReadSettings = z.infer<z.ZodObject<typeof openingSettings>>;

/** The opening state. */
export function readOpening(read: ReadSettings): Opening {
  return {
    state: read.SHOP_STATE,
    closedUntil: read.SHOP_STATE === "closed" ? (read.CLOSED_UNTIL ?? null) : null,
    words: read.CLOSED_WORDS ?? null,
    takesOrders: read.CLOSED_ORDERS === "taken",
  };
}

/** The days of a closure, counted as days off, so that promises of delivery count from the day after. */
export function closedDays({ closedUntil }: Opening): DaysOff[] {
  if (closedUntil === null) return [];
  const last = new Date(Date.parse(closedUntil) - 86_400_000).toISOString().slice(0, 10);
  return [{ from: "2000-01-01", to: last, name: "" }];
}

/** Why these settings do not fit each other; null if they do. */
export function findOpeningError(given: Record<string, string>): string | null {
  return given.SHOP_STATE === "closed" && !given.CLOSED_UNTIL
    ? "must be the day on which the shop is open again"
    : null;
}
