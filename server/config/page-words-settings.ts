import { z } from "zod";

const words = z.string().trim().max(1500, "must have at most 1,500 characters").optional();

/** Settings of release 0.1.0, whose words are now a part of a page's text (`words-of-environment.ts`). */
export const pageWordsSettings = { SHIPPING_WORDS: words, RETURNS_WORDS: words };

/** The words in the environment, by page. */
export type WordsOfEnvironment = Record<"shipping" | "returns", string | undefined>;
