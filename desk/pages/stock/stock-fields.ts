import { z } from "zod";

import { openAgain } from "#desk/http/read-form.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { readCode } from "#shop/office/stock-room/read-code.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";

/** Who does anything with stock. */
export const ofStock = { needs: "stock", proof: "passkey" } as const;

/** A number that the form itself carries. */
export const numberField = z
  .string()
  .regex(/^\d{1,9}$/, openAgain)
  .transform(Number);

/** The one-use key of a form that adds something (`desk/components/forms/form.tsx`): `runAction` looks at it, here it must not be missing. */
export const onceField = z.string().regex(/^[\w-]{16,60}$/, openAgain);

/** What was scanned or typed for a book: its ISBN or id. */
export const codeField = z
  .string()
  .max(250, "This is not an ISBN: an ISBN has 13 digits, or 10 in an old book.")
  .transform((text, context) => {
    const read = readCode(text);
    if (read.ok) return read.code;
    context.addIssue({ code: "custom", message: read.problem });
    return z.NEVER;
  });

/** Copies that came: a whole number, 1 where nothing is said. */
export const copiesField = wholeNumberField(1, 1_00_000, { empty: { means: 1 } });

/** Rupees for one copy, in paise; null where nothing is said. */
export const costField = rupeesField({ empty: { means: null } }).refine(
  (paise) => paise !== 0,
  "Write more than 0, or leave it empty.",
);

/** Why copies are corrected. */
export const reasonField = deskLineField("why", 300, "Say why: the list of moves has it.");
