import { z } from "zod";

import { dropUnseen } from "#shop/places/visible-text.ts";

/** A book's id, as it comes with a form. */
export const bookId = z.string().regex(/^[a-z0-9-]{1,120}$/);

const list = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const line = z.string().transform((text) =>
  dropUnseen(text)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim(),
);
const name = line.pipe(z.string().min(1).max(60));
const tick = z
  .literal("yes")
  .optional()
  .transform((given) => given !== undefined);

const command = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("add"), bookId }),
  z.strictObject({ intent: z.literal("remove"), bookId, list }),
  z.strictObject({ intent: z.literal("to-cart"), bookId, list }),
  z.strictObject({ intent: z.literal("move"), bookId, list }),
  z.strictObject({ intent: z.literal("note"), bookId, list, note: line.pipe(z.string().max(300)) }),
  z.strictObject({ intent: z.literal("create"), name }),
  z.strictObject({ intent: z.literal("rename"), list, name }),
  z.strictObject({ intent: z.literal("delete"), list }),
  z.strictObject({ intent: z.literal("share"), list }),
  z.strictObject({ intent: z.literal("unshare"), list }),
  z.strictObject({ intent: z.literal("letters"), list, cheaper: tick, back: tick }),
]);

/** What a form of the wishlist's page may ask. */
export type WishCommand = z.infer<typeof command>;

/** Reads a form of the wishlist's page; null when it is not one of ours. */
export function parseWishCommand(form: FormData): WishCommand | null {
  const parsed = command.safeParse(Object.fromEntries(form));
  return parsed.success ? parsed.data : null;
}
