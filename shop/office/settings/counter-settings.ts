import { z } from "zod";

import type { CounterTerms } from "#shop/services.ts";

/** The settings of the counter. */
export const counterSettings = {
  COUNTER_UPI: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9._-]{2,60}@[A-Za-z][A-Za-z0-9]{1,40}$/, "must be a UPI ID such as yourshop@okbank")
    .optional(),
  COUNTER_RAZORPAY_QR: z.enum(["yes", "no"], { error: 'must be "yes" or "no"' }).default("no"),
  COUNTER_DISCOUNT: z
    .string()
    .refine((given) => /^\d{1,3}$/.test(given) && Number(given) <= 100, { error: "must be a number from 0 to 100" })
    .transform(Number)
    .default(20),
};

type ReadSettings = z.infer<z.ZodObject<typeof counterSettings>>;

/** What tills need to know. */
export function readCounter(read: ReadSettings): CounterTerms {
  return {
    upiId: read.COUNTER_UPI ?? null,
    hasCodes: read.COUNTER_RAZORPAY_QR === "yes",
    mostPercent: read.COUNTER_DISCOUNT,
  };
}
