import { z } from "zod";

const wish = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("cancel-order") }),
  z.strictObject({
    intent: z.literal("cancel-copies"),
    bookId: z.string().regex(/^[a-z0-9-]{1,120}$/),
    quantity: z
      .string()
      .regex(/^[1-9]\d?$/)
      .transform(Number),
  }),
]);

/** What the cancel forms ask: the whole order, or copies of one book; null when it is neither. */
export function parseCancellation(form: FormData): { copies?: { bookId: string; quantity: number }[] } | null {
  const parsed = wish.safeParse(Object.fromEntries(form));
  if (!parsed.success) return null;
  if (parsed.data.intent === "cancel-order") return {};
  return { copies: [{ bookId: parsed.data.bookId, quantity: parsed.data.quantity }] };
}
