import { z } from "zod";

import { cleanText } from "#shop/mail/clean-text.ts";
import { isReturnReason } from "#shop/orders/return-words.ts";

const bookId = z.string().regex(/^[a-z0-9-]{1,120}$/);
const quantity = z
  .string()
  .regex(/^[1-9]\d?$/)
  .transform(Number);

/** Several lines, without hidden characters and empty lines. */
const words = z
  .string()
  .max(5000)
  .transform((given) =>
    given
      .split(/\r\n?|\n/)
      .map(cleanText)
      .filter(Boolean)
      .join("\n"),
  )
  .pipe(z.string().max(1000));

const wish = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("cancel-order") }),
  z.strictObject({ intent: z.literal("cancel-copies"), bookId, quantity }),
  z.strictObject({
    intent: z.literal("return-copies"),
    bookId,
    quantity,
    /** Null when none was chosen. */
    reason: z
      .string()
      .max(40)
      .transform((given) => (isReturnReason(given) ? given : null)),
    words,
  }),
  z.strictObject({ intent: z.literal("buy-again") }),
]);

/** What a form on an order's page may ask. */
export type OrderWish = z.infer<typeof wish>;

/** Reads such a form; null when it is none of ours. */
export function parseOrderWish(form: FormData): OrderWish | null {
  const parsed = wish.safeParse(Object.fromEntries(form));
  return parsed.success ? parsed.data : null;
}
