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

const maxRespelled = 6;
const maxShortened = 3;
const maxSpellings = 4;
/** A single word says little: a shorter one, or one that begins otherwise, may be meant for anything. */
const minSingleLetters = 4;

interface Choice {
  word: string;
  cost: number;
}

/** Texts that may have been meant, the likeliest first: other spellings of all words, then the text without one of its words. */
export function respell(words: TypedWord[]): Respelled[] {
  const choices = words.map((word) => choicesOf(word, words.length === 1));
  const typed = words.map(({ word }) => word).join(" ");
  const spelled = choices.every((some) => some.length > 0)
    ? combine(choices)
        .filter((text) => text !== typed)
        .slice(0, maxRespelled)
    : [];
  // Nothing is guessed of what is left out: the other words are as they were typed.
  const known = words.filter(({ isKnown }) => isKnown).map(({ word }) => word);
  const withoutOne = known
    .map((left, place) => ({ left, text: known.toSpliced(place, 1).join(" ") }))
    // A short word says least.
    .sort((one, other) => one.left.length - other.left.length)
    .map(({ text }) => text);
  const shortened = known.length < words.length ? [known.join(" "), ...withoutOne] : withoutOne;
  return [
    ...spelled.map((text) => ({ text, isWhole: true })),
    ...shortened
      .filter((text) => text.length >= minSingleLetters)
      .slice(0, maxShortened)
      .map((text) => ({ text, isWhole: false })),
  ];
}

/** How many letters of a word may be wrong; two that changed places are one. */
function farthest(word: string): number {
  return word.length < 3 ? 0 : word.length < 8 ? 1 : 2;
}

type Spelled = Pick<TypedWord, "word" | "key">;

/** Spellings of one name are the same; a word of another script is as far as their Latin keys are. */
function distanceOf(one: Spelled, other: Spelled): number {
  if (one.key === other.key) return 0;
  return isLatin(one.word) && isLatin(other.word)
    ? editDistance(one.word, other.word)
    : editDistance(one.key, other.key);
}

function isLatin(word: string): boolean {
  return /^\p{Script=Latin}/u.test(word);
}

/** The word itself when it is known, and the nearest others; a common word is a little nearer. */
function choicesOf({ word, key, isKnown, alike }: TypedWord, isSingle: boolean): Choice[] {
  const others = alike
    .filter((other) => other.word !== word)
    .filter((other) => !isSingle || (word.length >= minSingleLetters && other.key[0] === key[0]))
    .map((other) => ({ ...other, distance: distanceOf({ word, key }, other) }))
    .filter(({ distance }) => distance <= farthest(word))
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
