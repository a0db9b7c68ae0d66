import { z } from "zod";

import { defaultGrams, type UsualGrams } from "#shop/catalogue/books/parcel-weight.ts";
import type { DeliveryRates } from "#shop/sales/pricing/delivery-rates.ts";
import { checkRates, readDraft } from "./rates-draft.ts";

const grams = (least: number) =>
  z
    .string()
    .refine((given) => /^\d{1,5}$/.test(given) && Number(given) >= least && Number(given) <= 20_000, {
      error: `must be whole grams from ${least} to 20000`,
    })
    .transform(Number);

const rates = z
  .string()
  .max(3000, "must have at most 3,000 characters")
  .transform((given, context): DeliveryRates => {
    const checked = checkRates(readDraft(given));
    if (checked.ok) return checked.rates;
    context.addIssue({
      code: "custom",
      message: `cannot be used: ${Object.entries(checked.errors).slice(0, 3).flat().join(" ")}`,
    });
    return z.NEVER;
  });

/** Whether delivery costs one fee, or by weight and zone. */
export const ratesSettings = {
  DELIVERY_BY_WEIGHT: z.enum(["yes", "no"], { error: 'must be "yes" or "no"' }).default("no"),
  DELIVERY_RATES: rates.optional(),
  BOOK_GRAMS: grams(1).default(defaultGrams.book),
  PACKING_GRAMS: grams(0).default(defaultGrams.packing),
};

type ReadSettings = z.infer<z.ZodObject<typeof ratesSettings>>;

/** The rates that delivery is priced by, null for one fee, and the weights that count where they are not known. */
export function readRates(read: ReadSettings): { deliveryRates: DeliveryRates | null; usualGrams: UsualGrams } {
  return {
    deliveryRates: read.DELIVERY_BY_WEIGHT === "yes" ? (read.DELIVERY_RATES ?? null) : null,
    usualGrams: { book: read.BOOK_GRAMS, packing: read.PACKING_GRAMS },
  };
}

/** Why these settings do not fit each other; null if they do. */
export function findRatesError(given: Record<string, string>): string | null {
  return given.DELIVERY_BY_WEIGHT === "yes" && !given.DELIVERY_RATES
    ? "must have a price for each weight and zone"
    : null;
}
