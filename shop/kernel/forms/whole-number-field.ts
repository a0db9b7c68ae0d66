import { z } from "zod";

import { describeWholeNumber, readWholeNumber } from "./whole-number.ts";

/**
 * Parses a whole number from `least` to `most` in plain digits. `empty` is the value of an empty optional field; `or`
 * is added to the error message.
 */
export function wholeNumberField<Empty = never>(
  least: number,
  most: number,
  { empty, or }: { empty?: { means: Empty }; or?: string } = {},
) {
  const error = describeWholeNumber(least, most, or);
  return z
    .string({ error })
    .trim()
    .transform((typed, context): number | Empty => {
      if (empty && typed === "") return empty.means;
      const number = readWholeNumber(typed, least, most);
      if (number !== null) return number;
      context.addIssue({ code: "custom", message: error });
      return z.NEVER;
    });
}
