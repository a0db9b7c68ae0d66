import { z } from "zod";

import { bookId } from "#shop/kernel/forms/book-id.ts";

const command = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("add"), bookId }),
  z.strictObject({
    intent: z.literal("set-quantity"),
    bookId,
    quantity: z
      .string()
      .max(10, { abort: true })
      .regex(/^-?\d{1,9}$/)
      .transform(Number),
  }),
  z.strictObject({ intent: z.literal("remove"), bookId }),
  z.strictObject({ intent: z.literal("clear") }),
  z.strictObject({ intent: z.literal("undo") }),
  z.strictObject({ intent: z.literal("add-bundle"), bundleId: bookId }),
  z.strictObject({ intent: z.literal("add-series"), seriesId: bookId }),
  z.strictObject({ intent: z.literal("apply-code"), code: z.string().max(60) }),
  z.strictObject({ intent: z.literal("remove-code") }),
]);

/** What a form on a page may ask of the cart. */
export type CartCommand = z.infer<typeof command>;

/** Reads a cart form; null when it is not one of ours. */
export function parseCartCommand(form: FormData): CartCommand | null {
  const parsed = command.safeParse(Object.fromEntries(form));
  return parsed.success ? parsed.data : null;
}
