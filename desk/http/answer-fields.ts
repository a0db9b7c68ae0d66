import { z } from "zod";

import { cleanLines } from "#shop/kernel/text/clean-text.ts";

/** The field of a form that names a ticket. */
export const ticketField = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^EPT-[0-9A-HJKMNP-TV-Z]{8}$/, "Choose a message.");

/** The field of an answer, which keeps its paragraphs; `max` is its length in characters. */
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
