import { z } from "zod";

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max.toLocaleString("en-IN")} characters`)
    .optional();

/** Settings of release 0.1.0, whose words are now a part of a page (`words-of-environment.ts`). */
export const pageWordsSettings = {
  SHIPPING_WORDS: words(1500),
  RETURNS_WORDS: words(1500),
  ABOUT_LEAD: words(600),
  BOOKSELLER_WORDS: words(1500),
  CONTACT_WORDS: words(600),
};

/** Words for a page: its first words, and a part of its text. */
interface GivenWords {
  lead?: string | undefined;
  part?: string | undefined;
}

/** The words in the environment, by page. */
export type WordsOfEnvironment = Partial<Record<"shipping" | "returns" | "about" | "contact", GivenWords>>;

/** Reads the words in the environment. */
export function readPageWords(read: z.infer<z.ZodObject<typeof pageWordsSettings>>): WordsOfEnvironment {
  return {
    shipping: { part: read.SHIPPING_WORDS },
    returns: { part: read.RETURNS_WORDS },
    about: { lead: read.ABOUT_LEAD, part: read.BOOKSELLER_WORDS },
    contact: { lead: read.CONTACT_WORDS },
  };
}
