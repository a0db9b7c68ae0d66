import { z } from "zod";

import { cleanLines } from "#shop/kernel/text/clean-text.ts";

/** Form field with the number of a ticket. */
export const ticketField = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^EPT-[0-9A-HJKMNP-TV-Z]{8}$/, "Choose a message.");

/** Form field for an answer. Its paragraphs are kept; `max` is its maximum length in characters. */
export const answerField = (max: number) =>
  z
    .string()
    .max(2 * max, `Write at most ${max.toLocaleString("en-IN")} characters.`)
    .transform(cleanLines)
    .pipe(
      z
        .string()
        .min(1, "Write the answer.")
        .max(max, `Write at most ${max.toLocaleString("en-IN")} characters.`),
    );
