import { z } from "zod";

import type { ShopWords } from "#shop/services.ts";

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max.toLocaleString("en-IN")} characters`)
    .optional();

/** The bookseller's texts, shown instead of the shop's own texts or next to them. */
export const shopWordsSettings = {
  HOME_WORDS: words(300),
  FOOTER_WORDS: words(200),
};

/** Null for an empty text: the page then shows the shop's own. */
export function readShopWords(read: z.infer<z.ZodObject<typeof shopWordsSettings>>): ShopWords {
  return {
    home: read.HOME_WORDS ?? null,
    footer: read.FOOTER_WORDS ?? null,
  };
}
