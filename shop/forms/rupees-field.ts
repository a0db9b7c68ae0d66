import { z } from "zod";

import { readRupees } from "#shop/money/read-rupees.ts";

/** A field with rupees, in paise; at most so many rupees. `empty` is what nothing means, where it may be left out. */
export function rupeesField<Empty = never>({
  most = 99_99_999.99,
  empty,
}: { most?: number; empty?: { means: Empty } } = {}) {
  return z
    .string()
    .trim()
    .transform((typed, context): number | Empty => {
      if (empty && typed === "") return empty.means;
      const paise = readRupees(typed);
      if (paise !== null && paise / 100 <= most) return paise;
      context.addIssue({ code: "custom", message: "Write rupees, such as 150 or 150.50." });
      return z.NEVER;
    });
}
