import { z } from "zod";

import { openAgainMessage } from "#desk/http/read-form.ts";

/** The permission and proof that every action of buying requires. */
export const buyingPermission = { needs: "buying", proof: "passkey" } as const;

/** Form field with the code of a line. */
export const lineCodeField = z.string().min(1, "Choose a line.").max(200, "Choose a line.");

/** Form field with a discount in per cent; parsed to hundredths of a per cent, 0 if empty. */
export const percentField = z
  .string()
  .trim()
  .transform((typed, context) => {
    if (typed === "") return 0;
    const [, whole, fraction = ""] = /^(\d{1,2})(?:\.(\d{1,2}))?\s*%?$/.exec(typed) ?? [];
    if (whole !== undefined) return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
    context.addIssue({ code: "custom", message: "Write per cent from 0 to 99.99, such as 40 or 37.5." });
    return z.NEVER;
  });

/** Hidden form field with the number of a purchase order, supplier or return. */
export const idField = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, openAgainMessage)
  .transform(Number);

/** The number in an address; null if it is none. */
export function readId(given: string | undefined): number | null {
  return given !== undefined && /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
}
