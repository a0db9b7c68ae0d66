import { z } from "zod";

import { bookId } from "#shop/kernel/forms/book-id.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { isAskedReason } from "#shop/sales/orders/return-labels.ts";
import { textField } from "#shop/kernel/forms/text-field.ts";

const quantity = z
  .string()
  .max(2, { abort: true })
  .regex(/^[1-9]\d?$/)
  .transform(Number);

/** Several lines of text; control characters and empty lines are removed. */
const words = textField(2500)
  .transform((given) =>
    given
      .split(/\r\n?|\n/)
      .map(cleanText)
      .filter(Boolean)
      .join("\n"),
  )
  .pipe(z.string().max(1000));

const orderCommand = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("confirm-order") }),
  z.strictObject({ intent: z.literal("send-code") }),
  z.strictObject({ intent: z.literal("confirm-by-code"), code: z.string().max(40) }),
  z.strictObject({ intent: z.literal("cancel-order") }),
  z.strictObject({ intent: z.literal("cancel-copies"), bookId, quantity }),
  z.strictObject({
    intent: z.literal("return-copies"),
    bookId,
    quantity,
    /** Null for an unknown or missing reason. */
    reason: z
      .string()
      .max(40)
      .transform((given) => (isAskedReason(given) ? given : null)),
    words,
  }),
  z.strictObject({ intent: z.literal("buy-again") }),
]);

/** Commands that forms on an order's page send. */
export type OrderCommand = z.infer<typeof orderCommand>;

/** Parses such a form; null when no form of the shop sends it. */
export function parseOrderCommand(form: FormData): OrderCommand | null {
  const parsed = orderCommand.safeParse(Object.fromEntries(form));
  return parsed.success ? parsed.data : null;
}
