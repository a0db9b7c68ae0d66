import { z } from "zod";

import { readFields, type FieldErrors } from "#shop/kernel/forms/read-fields.ts";
import { textField } from "#shop/kernel/forms/text-field.ts";
import { cleanLines, cleanText } from "#shop/kernel/text/clean-text.ts";
import { reviewLimits, type ReviewText } from "./review.ts";

export type ReviewErrors = FieldErrors<keyof ReviewText>;

const link = /:\/\/|\bwww\.|\S@[^\s@]+\.\S|[\p{L}\d]\.(com|org|net|info|biz|shop|xyz|co\.[a-z]{2})\b/iu;
const noLinks = "Please leave out web and e-mail addresses.";

const plain = (clean: (text: string) => string, missing: string, max: number) =>
  textField(max, { missing, tooLong: tooLong(max) })
    .transform(clean)
    .pipe(
      z
        .string()
        .max(max, { error: tooLong(max), abort: true })
        .refine((text) => !link.test(text), noLinks),
    );

const tooLong = (max: number) => `Keep it under ${max.toLocaleString("en-IN")} characters.`;

const review = z.object({
  rating: z
    .string({ error: "Choose how many stars you give." })
    .max(1, { error: "Choose how many stars you give.", abort: true })
    .regex(/^[1-5]$/, "Choose how many stars you give.")
    .transform(Number),
  title: plain(cleanText, "", reviewLimits.title).prefault(""),
  body: plain(cleanLines, "Write what you think of the book.", reviewLimits.body).refine(
    (text) => text !== "",
    "Write what you think of the book.",
  ),
  name: plain(cleanText, "Enter the name to show.", reviewLimits.name).refine(
    (text) => text !== "",
    "Enter the name to show.",
  ),
});

/**
 * Reads the review form; each wrong field gets an error text of its own. Rejects links and removes hidden characters.
 */
export function parseReview(form: FormData): { ok: true; words: ReviewText } | { ok: false; errors: ReviewErrors } {
  const read = readFields(review, form);
  return read.ok ? { ok: true, words: read.fields } : read;
}
