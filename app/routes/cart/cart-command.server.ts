import { z } from "zod";

import { bookId } from "#shop/kernel/forms/book-id.ts";
import { readPlateChoice, type PlateChoice } from "#shop/sales/orders/plates/plate-words.ts";

/** Longer texts are cut, see `readPlateChoice`; this bounds the work. */
const plateText = z.string().max(10_000).optional();

const command = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("add"), bookId, exLibris: plateText }),
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
  z.strictObject({
    intent: z.literal("bookplate"),
    kind: z.enum(["mine", "present", "none"]),
    name: plateText,
    for: plateText,
    from: plateText,
    line: plateText,
  }),
]);

/** Commands that the forms of the shop send to the cart. */
export type CartCommand = z.infer<typeof command>;

/** Parses a cart form; null when no form of the shop sends it. */
export function parseCartCommand(form: FormData): CartCommand | null {
  const parsed = command.safeParse(Object.fromEntries(form));
  return parsed.success ? parsed.data : null;
}

/** The bookplates that a command chooses; undefined if it leaves them as they are. */
export function findPlateChoice(command: CartCommand): PlateChoice | undefined {
  if (command.intent === "bookplate") return readPlateChoice(command);
  if (command.intent === "add") return readPlateChoice({ name: command.exLibris }) ?? undefined;
}
