import { z } from "zod";

import { bookId } from "#shop/kernel/forms/book-id.ts";
import { textField } from "#shop/kernel/forms/text-field.ts";
import { stripInvisibleCharacters } from "#shop/kernel/text/visible-text.ts";

const list = z.string().max(15, { abort: true }).regex(/^\d+$/).transform(Number);
const line = (max: number) =>
  textField(max)
    .transform((text) =>
      stripInvisibleCharacters(text)
        .replace(/[\p{Cc}\s]+/gu, " ")
        .trim(),
    )
    .pipe(z.string().max(max));
const name = line(60).pipe(z.string().min(1));
const tick = z
  .literal("yes")
  .optional()
  .transform((given) => given !== undefined);

const command = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("add"), bookId }),
  z.strictObject({ intent: z.literal("remove"), bookId, list }),
  z.strictObject({ intent: z.literal("to-cart"), bookId, list }),
  z.strictObject({ intent: z.literal("edit"), bookId, list, note: line(300) }),
  z.strictObject({ intent: z.literal("create"), name }),
  z.strictObject({ intent: z.literal("rename"), list, name }),
  z.strictObject({ intent: z.literal("delete"), list }),
  z.strictObject({ intent: z.literal("share"), list }),
  z.strictObject({ intent: z.literal("unshare"), list }),
  z.strictObject({ intent: z.literal("letters"), list, cheaper: tick, back: tick }),
]);

/** Commands that forms of the wishlist send. */
export type WishlistCommand = z.infer<typeof command>;

/** Parses a form of the wishlist; null when no form of the shop sends it. */
export function parseWishlistCommand(form: FormData): WishlistCommand | null {
  const parsed = command.safeParse(Object.fromEntries(form));
  return parsed.success ? parsed.data : null;
}
