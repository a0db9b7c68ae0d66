import { z } from "zod";

import type { NumberSettings } from "#shop/services.ts";
import { picture } from "./look-settings.ts";

// With four letters, a financial year has room for 999,999 bills in 16 characters (CGST Rule 46(b)).
const prefix = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2,4}$/, "must be two to four letters such as EP");

/** What the numbers of new papers begin with, and the words on bills. */
export const numberSettings = {
  ORDER_PREFIX: prefix.default("EP"),
  BILL_PREFIX: prefix.default("EP"),
  CREDIT_NOTE_PREFIX: prefix.default("CN"),
  BILL_WORDS: z.string().trim().max(300, "must have at most 300 characters").optional(),
  BILL_SIGNATURE: picture,
  BILL_SIGNATORY: z.string().trim().max(80, "must have at most 80 characters").optional(),
};

type Read = z.infer<z.ZodObject<typeof numberSettings>>;

/** The prefixes, words and signature that the settings describe. */
export function readNumbers(read: Read): NumberSettings {
  const signature = { picture: read.BILL_SIGNATURE ?? null, signatory: read.BILL_SIGNATORY ?? null };
  return {
    order: read.ORDER_PREFIX,
    bill: read.BILL_PREFIX,
    "credit-note": read.CREDIT_NOTE_PREFIX,
    billWords: read.BILL_WORDS ?? null,
    signature: signature.picture || signature.signatory ? signature : null,
  };
}

/** Bills and credit notes are counted separately, so with one prefix they would have the same numbers. */
export function findPrefixError(given: Record<string, string>): string | null {
  const bill = given.BILL_PREFIX?.trim().toUpperCase() || "EP";
  const note = given.CREDIT_NOTE_PREFIX?.trim().toUpperCase() || "CN";
  return bill === note ? "must be other letters than those of bills" : null;
}
