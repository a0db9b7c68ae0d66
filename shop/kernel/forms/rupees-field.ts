import { z } from "zod";

import { readRupees } from "#shop/kernel/money/read-rupees.ts";

/** Parses an amount in rupees to paise, up to `most` rupees. `empty` is the value of an empty optional field. */
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
