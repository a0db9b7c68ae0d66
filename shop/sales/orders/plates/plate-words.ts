import type { PlateWords } from "#covers/draw-bookplate.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { splitGraphemes } from "#shop/kernel/text/split-graphemes.ts";

export type { PlateWords, Print as PlatePrint } from "#covers/draw-bookplate.ts";

/** A book of an order, with what its endpaper and its emblem are chosen by. */
export interface PlateBook {
  id: string;
  workId: string;
  coverKey: string;
  title: string;
  series: { id: string } | null;
  authors: { id: string }[];
}

/** What a reader chose in the cart; null is no choice, which means the name for the delivery. */
export type PlateChoice = PlateWords | "none" | null;

/** Letters (grapheme clusters) of a name on a bookplate, and of the line on a present. */
export const maxNameLetters = 60;
export const maxLineLetters = 80;
/** Code units for a letter: a Devanagari letter with its signs has about three. */
const unitsPerLetter = 4;

/** The fields of a form or cookie that choose the bookplates. */
export interface PlateFields {
  kind?: "mine" | "present" | "none";
  name?: string;
  for?: string;
  from?: string;
  line?: string;
}

/** Reads a choice of bookplates, cleans its words, and cuts them to their length. */
export function readPlateChoice({ kind = "mine", ...fields }: PlateFields): PlateChoice {
  if (kind === "none") return "none";
  if (kind === "mine") {
    const name = cut(fields.name ?? "", maxNameLetters);
    return name ? { name } : null;
  }
  const present = {
    for: cut(fields.for ?? "", maxNameLetters),
    from: cut(fields.from ?? "", maxNameLetters),
    line: cut(fields.line ?? "", maxLineLetters),
  };
  return present.for || present.from || present.line ? present : null;
}

/** The fields that lead to this choice. */
export function fieldsOfChoice(choice: PlateChoice): PlateFields {
  if (choice === "none") return { kind: "none" };
  if (choice === null) return { kind: "mine" };
  return "name" in choice ? { kind: "mine", ...choice } : { kind: "present", ...choice };
}

/** The words for an order: those chosen, or the name for its delivery; null for no bookplates. */
export function wordsForOrder(choice: PlateChoice, deliveryName: string): PlateWords | null {
  if (choice === "none") return null;
  return choice ?? { name: cut(deliveryName, maxNameLetters) };
}

/** The words as one line of text: `Ex libris Asha Rao`. */
export function describePlate(words: PlateWords): string {
  if ("name" in words) return `Ex libris ${words.name}`;
  return [words.for && `For ${words.for}`, words.from && `From ${words.from}`, words.line].filter(Boolean).join(" · ");
}

function cut(text: string, maxLetters: number): string {
  let kept = "";
  // Cut first, because a form may send very long texts.
  const typed = cleanText(text.slice(0, 10 * maxLetters * unitsPerLetter));
  let letters = 0;
  for (const letter of splitGraphemes(typed)) {
    letters += 1;
    if (letters > maxLetters || kept.length + letter.length > maxLetters * unitsPerLetter) break;
    kept += letter;
  }
  return kept.trim();
}
