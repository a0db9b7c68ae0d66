import { z } from "zod";

import type { QuantityDiscount } from "#shop/sales/quotations/quotation.ts";
import type { QuotationSettings } from "#shop/services.ts";

const days = z
  .string()
  .refine((given) => /^\d{1,3}$/.test(given) && Number(given) >= 1 && Number(given) <= 180, {
    error: "must be a number of days from 1 to 180",
  })
  .transform(Number);

/** Lines such as `10: 5`: from 10 copies on 5% off. */
const discounts = z
  .string()
  .max(300, "must have at most 300 characters")
  .transform((given, context): QuantityDiscount[] => {
    const lines = given.split(/[;\n]/).filter((line) => line.trim() !== "");
    const read = lines.map((line) => {
      const [, copies, percent] = /^\s*([1-9]\d{0,4})\s*:\s*(\d{1,2}(?:\.\d{1,2})?)\s*%?\s*$/.exec(line) ?? [];
      return { copies: Number(copies), discount: Math.round(Number(percent) * 100) };
    });
    if (read.every(({ discount }) => discount >= 0)) return read;
    context.addIssue({ code: "custom", message: "must be lines such as 10: 5, which is from 10 copies on 5% off" });
    return z.NEVER;
  });

/** What quotations offer, and how their orders are paid. */
export const quotationSettings = {
  QUOTATION_DISCOUNTS: discounts.default([]),
  QUOTATION_DAYS: days.default(30),
  TRANSFER_DAYS: days.default(10),
  BANK_ACCOUNT: z.string().trim().max(400, "must have at most 400 characters").default(""),
};

type ReadSettings = z.infer<z.ZodObject<typeof quotationSettings>>;

/** The settings of quotations. */
export function readQuotations(read: ReadSettings): QuotationSettings {
  return {
    discounts: read.QUOTATION_DISCOUNTS,
    validDays: read.QUOTATION_DAYS,
    paymentDays: read.TRANSFER_DAYS,
    bankAccount: read.BANK_ACCOUNT.split(/\s*;\s*/).filter(Boolean),
  };
}
