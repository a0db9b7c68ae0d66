import { z } from "zod";

import { openAgain } from "#desk/http/read-form.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { readCode } from "#shop/office/stock-room/read-code.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";

/** What every stock action requires. */
export const stockPermission = { needs: "stock", proof: "passkey" } as const;

/** Hidden form field with an id. */
export const numberField = z
  .string()
  .regex(/^\d{1,9}$/, openAgain)
  .transform(Number);

/**
 * Idempotency key of a form that adds something (`desk/components/forms/form.tsx`). `runAction` evaluates the key; this
 * schema only makes it mandatory.
 */
export const idempotencyKeyField = z.string().regex(/^[\w-]{16,60}$/, openAgain);

/** Form field with a scanned or typed ISBN or book id. */
export const codeField = z
  .string()
  .max(250, "This is not an ISBN: an ISBN has 13 digits, or 10 in an old book.")
  .transform((text, context) => {
    const read = readCode(text);
    if (read.ok) return read.code;
    context.addIssue({ code: "custom", message: read.problem });
    return z.NEVER;
  });

/** Form field with the number of delivered copies; 1 if empty. */
export const copiesField = wholeNumberField(1, 1_00_000, { empty: { means: 1 } });

/** Form field for the cost of one copy in rupees; parsed to paise, null if empty. */
export const costField = rupeesField({ empty: { means: null } }).refine(
  (paise) => paise !== 0,
  "Write more than 0, or leave it empty.",
);

/** Form field with the reason of a correction. */
export const reasonField = deskLineField("why", 300, "Say why: the list of moves has it.");
