import { z } from "zod";

/** A bank's number of a transfer (UTR), without spaces and in capitals. */
export const utrField = z
  .string()
  .transform((given) => given.replace(/\s/g, "").toUpperCase())
  .pipe(
    z.string().regex(/^[0-9A-Z]{6,30}$/, "Write the bank’s number of the transfer (UTR): 6 to 30 letters and digits."),
  );
