import { editDistance } from "./edit-distance.ts";

/** A word of a text, with words in the shop that are spelled somehow so. */
export interface TypedWord {
  word: string;
  /** Its Latin key. */
  key: string;
  /** Some word in the shop has it in itself. */
  isKnown: boolean;
  alike: { word: string; key: string; works: number }[];
}

/** A text that may have been meant: the whole of it in another spelling, or without one of its words. */
export interface Respelled {
  text: string;
  isWhole: boolean;
}

const maxRespelled = 4;
const maxShortened = 3;
const maxSpellings = 3;

interface Choice {
  word: string;
  cost: number;
}

/** Texts that may have been meant, the likeliest first: other spellings, then the text without one of its words. */
export function respell(words: TypedWord[]): Respelled[] {
  const choices = words.map(choicesOf);
  const isWhole = choices.every((some) => some.length > 0);
  const typed = words.map(({ word }) => word).join(" ");
  const known = choices.filter((some) => some.length > 0);
  const spelled = combine(known)
    .filter((text) => text !== "" && text !== typed)
    .slice(0, maxRespelled);
  const best = known.map((some) => some[0]!.word);
  const shortened =
    best.length < 2 ? [] : best.map((left, place) => ({ left, text: best.toSpliced(place, 1).join(" ") }));
  return [
    ...spelled.map((text) => ({ text, isWhole })),
    // A short word says least.
    ...shortened
      .sort((a, b) => a.left.length - b.left.length)
      .slice(0, maxShortened)
      .map(({ text }) => ({ text, isWhole: false })),
  ];
}

/** The word itself when it is known, and the nearest others; a common word is a little nearer. */
function choicesOf({ word, key, isKnown, alike }: TypedWord): Choice[] {
  const farthest = word.length < 4 ? 0 : word.length < 5 ? 1 : word.length < 9 ? 2 : 3;
  const others = alike
    .filter((other) => other.word !== word)
    .map((other) => ({ ...other, distance: Math.min(editDistance(key, other.key), editDistance(word, other.word)) }))
    .filter(({ distance }) => distance <= farthest)
    .map((other) => ({ word: other.word, cost: Math.max(other.distance, 0.5) - Math.log10(other.works) / 10 }))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, maxSpellings);
  return isKnown ? [{ word, cost: 0 }, ...others] : others;
}

/** One choice of each word, in all ways, the cheapest first. */
function combine(choices: Choice[][]): string[] {
  let texts: { words: string[]; cost: number }[] = [{ words: [], cost: 0 }];
  for (const some of choices)
    texts = texts
      .flatMap((text) => some.map(({ word, cost }) => ({ words: [...text.words, word], cost: text.cost + cost })))
      .sort((a, b) => a.cost - b.cost)
      .slice(0, 2 * maxRespelled);
  return texts.map(({ words }) => words.join(" "));
}
