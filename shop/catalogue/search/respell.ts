import { editDistance } from "#shop/kernel/text/edit-distance.ts";

/** A word of a text, with similarly spelled words of the shop. */
export interface TypedWord {
  word: string;
  /** Its Latin key (a transliteration that unifies spellings). */
  key: string;
  /** Whether a word of the shop contains this word. */
  isKnown: boolean;
  alike: { word: string; key: string; works: number }[];
}

/** A proposed text: all words in another spelling (`isWhole`), or the text without one of its words. */
export interface Respelled {
  text: string;
  isWhole: boolean;
}

const maxRespelled = 6;
const maxShortened = 3;
const maxSpellings = 4;
/** A single word that is shorter, or begins with another letter, is too ambiguous to respell. */
const minSingleLetters = 4;

interface Choice {
  word: string;
  cost: number;
}

/** Proposes texts, most likely first: other spellings of all words, then the text without one of its words. */
export function respell(words: TypedWord[]): Respelled[] {
  const choices = words.map((word) => choicesOf(word, words.length === 1));
  const typed = words.map(({ word }) => word).join(" ");
  const spelled = choices.every((some) => some.length > 0)
    ? combine(choices)
        .filter((text) => text !== typed)
        .slice(0, maxRespelled)
    : [];
  // Shortened texts use the words as typed, because respelling and leaving out would be two guesses.
  const known = words.filter(({ isKnown }) => isKnown).map(({ word }) => word);
  const withoutOne = known
    .map((left, place) => ({ left, text: known.toSpliced(place, 1).join(" ") }))
    // Leave out the shortest word first: it carries the least information.
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

/** The maximum edit distance of a word; a swap of two letters counts once. */
function farthest(word: string): number {
  return word.length < 3 ? 0 : word.length < 8 ? 1 : 2;
}

type Spelled = Pick<TypedWord, "word" | "key">;

/**
 * The distance of two words: 0 if their Latin keys are equal; words of different scripts are compared by their keys.
 */
function distanceOf(one: Spelled, other: Spelled): number {
  if (one.key === other.key) return 0;
  return isLatin(one.word) && isLatin(other.word)
    ? editDistance(one.word, other.word)
    : editDistance(one.key, other.key);
}

function isLatin(word: string): boolean {
  return /^\p{Script=Latin}/u.test(word);
}

/** The word itself if it is known, and its nearest alternatives; frequent words cost slightly less. */
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

/** All combinations of one choice per word, cheapest first. */
function combine(choices: Choice[][]): string[] {
  let texts: { words: string[]; cost: number }[] = [{ words: [], cost: 0 }];
  for (const some of choices)
    texts = texts
      .flatMap((text) => some.map(({ word, cost }) => ({ words: [...text.words, word], cost: text.cost + cost })))
      .sort((a, b) => a.cost - b.cost)
      .slice(0, 2 * maxRespelled);
  return texts.map(({ words }) => words.join(" "));
}
