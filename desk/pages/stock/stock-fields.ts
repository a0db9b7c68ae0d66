import { z } from "zod";

import { openAgainMessage } from "#desk/http/read-form.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";

/** The permission and proof that every stock action requires. */
export const stockPermission = { needs: "stock", proof: "passkey" } as const;

/** Hidden form field with a whole number, such as an id or a version. */
export const hiddenNumberField = z
  .string()
  .regex(/^\d{1,9}$/, openAgainMessage)
  .transform(Number);

/**
 * The idempotency key of a form (`desk/components/forms/form.tsx`). `runAction` evaluates the key; this schema only
 * makes it mandatory, for actions that must not run twice.
 */
export const idempotencyKeyField = z.string().regex(/^[\w-]{16,60}$/, openAgainMessage);

/** Form field with a scanned or typed ISBN, item code or book id (`findBookCodes`). */
export const codeField = deskLineField("the code", 200, "Scan a bar code, or type an ISBN or your item code.");

/** Form field with the number of delivered copies; 1 if empty. */
export const copiesField = wholeNumberField(1, 1_00_000, { empty: { means: 1 } });

/** Form field for the cost of one copy in rupees; parsed to paise, null if empty. */
export const costField = rupeesField({ empty: { means: null } }).refine(
  (paise) => paise !== 0,
  "Enter more than 0, or leave it empty.",
);

/** Form field with a day, optional; parsed to an ISO day or null. */
export const dayField = z
  .string()
  .trim()
  .refine((day) => day === "" || (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))), {
    message: "Write the day as 2026-01-31.",
  })
  .transform((day) => day || null);

/** Form field with the reason of a correction. */
export const reasonField = deskLineField(
  "the reason",
  300,
  "Enter a reason. It is shown in the list of stock movements.",
);
