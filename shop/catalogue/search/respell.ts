import { editDistance } from "#shop/kernel/text/edit-distance.ts";
import { soundDistance } from "#shop/kernel/text/sound-distance.ts";

/** A word of the shop that is spelled like a typed one, or sounds like it; or two such words with a space between. */
export interface AlikeWord {
  word: string;
  /** Its Latin key (a transliteration that unifies spellings), without the space. */
  key: string;
  /** Number of works with it. */
  works: number;
  /** Whether both have the same consonants, as far as all scripts tell them apart. */
  soundsAlike: boolean;
}

/** A word of a text, or two neighbours as one word, with similar words of the shop. */
export interface TypedWord {
  word: string;
  key: string;
  /** Its place in the text, from 0. */
  place: number;
  /** Number of words that it replaces: 1, or 2 for neighbours. */
  length: number;
  /** Whether a word of the shop contains this word. */
  isKnown: boolean;
  alike: AlikeWord[];
}

/** A proposed text. */
export interface Respelled {
  text: string;
  /** All words in another spelling; else the text without some of its words. */
  isWhole: boolean;
  /** Whether a word is read by its sound alone, with other letters: a guess unless the words occur together. */
  isBySound: boolean;
}

const maxRespelled = 6;
const maxShortened = 3;
const maxSpellings = 4;
const maxOfOtherScript = 6;
/** A single word that is shorter, or begins with another letter, is too ambiguous to respell. */
const minSingleLetters = 4;
/** A shorter word of the same script is too ambiguous to read by its sound, and so is a single one. */
const minSoundLetters = 5;

interface Choice {
  word: string;
  cost: number;
  /** Edit distance of the Latin keys, which decides between equal costs. */
  distance: number;
  isBySound: boolean;
}

/**
 * Proposes texts, most likely first: other spellings of all words, then the text without some of its words, at least
 * half. `typed` has the words of the text, and may have neighbours as one word.
 */
export function respell(typed: TypedWord[]): Respelled[] {
  const words = typed.filter(({ length }) => length === 1);
  const text = words.map(({ word }) => word).join(" ");
  const spelled = combine(typed, words.length)
    .map(({ words: spelling, isBySound }) => ({ text: spelling.join(" "), isWhole: true, isBySound }))
    .filter((other) => other.text !== text)
    .slice(0, maxRespelled);
  // Shortened texts use the words as typed, because respelling and leaving out would be two guesses.
  const known = words.filter(({ isKnown }) => isKnown).map(({ word }) => word);
  const withoutOne = known
    .map((left, place) => ({ left, others: known.toSpliced(place, 1) }))
    // Leave out the shortest word first: it carries the least information.
    .sort((one, other) => one.left.length - other.left.length)
    .map(({ others }) => others);
  const shortened = (known.length < words.length ? [known, ...withoutOne] : withoutOne)
    .filter((some) => some.length >= Math.floor(words.length / 2))
    .map((some) => some.join(" "))
    .filter((some) => some.length >= minSingleLetters)
    .slice(0, maxShortened);
  return [...spelled, ...shortened.map((some) => ({ text: some, isWhole: false, isBySound: false }))];
}

/** The maximum edit distance of a word; a swap of two letters counts once. */
function farthest(word: string): number {
  return word.length < 3 ? 0 : word.length < 8 ? 1 : 2;
}

function isLatin(word: string): boolean {
  return /^\p{Script=Latin}/u.test(word);
}

/** The choice to read a typed word as another one; none if it is too far away. Frequent words cost slightly less. */
function choiceOf(typed: TypedWord, other: AlikeWord, isSingle: boolean): Choice[] {
  // Two words for one are a guess, even if they sound exactly so.
  const choice = (cost: number, isBySound = other.word.includes(" ")) => [
    {
      word: other.word,
      cost: cost - Math.log10(other.works) / 10,
      distance: editDistance(typed.key, other.key),
      isBySound,
    },
  ];
  if (typed.key === other.key) return choice(isLatin(typed.word) ? 0.5 : 0);
  const sound = soundDistance(typed.key, other.key);
  const isSameScript = isLatin(typed.word) && isLatin(other.word);
  const [compared, distance] = isSameScript ? [typed.word, editDistance(typed.word, other.word)] : [typed.key, sound];
  const isAmbiguous = isSingle && (compared.length < minSingleLetters || other.key[0] !== typed.key[0]);
  if (distance <= farthest(compared) && !isAmbiguous) return choice(Math.max(distance, 0.5));
  const maySound = !isSameScript || (!isSingle && compared.length >= minSoundLetters);
  const farthestSound = isSameScript ? 1 : Math.max(1, compared.length / 3);
  return maySound && other.soundsAlike && sound <= farthestSound ? choice(Math.max(sound, 1), true) : [];
}

/**
 * The word itself if it is known, and its nearest alternatives. In other scripts an initial is spelled out: "ar ke" is
 * R. K.
 */
function choicesOf(typed: TypedWord, isSingle: boolean): Choice[] {
  const { word, key, isKnown, alike } = typed;
  const others = alike
    .filter((other) => other.word !== word)
    .flatMap((other) => choiceOf(typed, other, isSingle))
    // By the word last, or the order of the rows would decide, which depends on PostgreSQL's plan.
    .sort((a, b) => a.cost - b.cost || a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, isLatin(word) ? maxSpellings : maxOfOtherScript);
  const initial = isLatin(word) ? undefined : initials.get(key);
  const isSpelledSo = !isLatin(word) && alike.some((other) => other.key === key);
  return [
    ...(initial ? [{ word: initial, cost: -1, distance: 0, isBySound: false }] : []),
    ...(isKnown && !isSpelledSo ? [{ word, cost: 0, distance: 0, isBySound: false }] : []),
    ...others,
  ];
}

/** Names of the English letters from A to Z, as scripts of India spell them, by their Latin key. */
const initials = new Map(
  "e bi si di i ef ji ech ai je ke el em en o pi  ar es ti yu vi  eks vai jed"
    .split(" ")
    .map((name, place) => [name, String.fromCodePoint(97 + place)] as const)
    .filter(([name]) => name !== ""),
);

interface Combination {
  words: string[];
  cost: number;
  distance: number;
  isBySound: boolean;
}

/** All combinations of one choice per word or per pair of neighbours, cheapest first. */
function combine(typed: TypedWord[], length: number): Combination[] {
  const texts: Combination[][] = [[{ words: [], cost: 0, distance: 0, isBySound: false }]];
  for (let end = 1; end <= length; end += 1)
    texts[end] = typed
      .filter((word) => word.place + word.length === end)
      .flatMap((word) => {
        const some = choicesOf(word, word.length === length);
        return texts[word.place]!.flatMap((text) =>
          some.map((choice) => ({
            words: [...text.words, choice.word],
            cost: text.cost + choice.cost,
            distance: text.distance + choice.distance,
            isBySound: text.isBySound || choice.isBySound,
          })),
        );
      })
      .sort((a, b) => a.cost - b.cost || a.distance - b.distance)
      .slice(0, 2 * maxRespelled);
  return texts[length]!;
}
