/** Tests which spellings are proposed for a mistyped text, and how many letters of a word may be wrong. */

import { expect, test } from "vitest";

import { respell as respellWords, type AlikeWord, type TypedWord } from "./respell.ts";

const spelled = (word: string, works = 1): AlikeWord => ({ word, key: word, works, soundsAlike: false });

/** A typed word without its place in the text. */
type Word = Omit<TypedWord, "place" | "length">;

/** A typed word, with similar words of the shop. */
function typed(word: string, alike: string[] = [], isKnown = false): Word {
  return { word, key: word, isKnown, alike: alike.map((other) => spelled(other)) };
}

/** Respells a text of these words; `pairs` are neighbours as one word, by the place of the first. */
const respell = (words: Word[], pairs: (Word & { place: number })[] = []) =>
  respellWords([
    ...words.map((word, place) => ({ ...word, place, length: 1 })),
    ...pairs.map((pair) => ({ ...pair, length: 2 })),
  ]);

/** A word whose last `wrong` letters are changed. */
const withWrong = (word: string, wrong: number) => word.slice(0, word.length - wrong) + "z".repeat(wrong);

/** The maximum number of wrong letters, by the length of the word. */
const farthest = { 1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 2, 9: 2, 12: 2 };

test.each(Object.entries(farthest).map(([length, most]) => [Number(length), most] as const))(
  "of a word of %i letters %i may be wrong, and not one more",
  (length, most) => {
    const word = "abcdefghijkl".slice(0, length);
    for (let wrong = 1; wrong <= Math.min(3, length); wrong += 1) {
      // Next to a known word, because a single word has its own rule.
      const found = respell([typed(word, [withWrong(word, wrong)]), typed("novels", [], true)]);
      const whole =
        wrong <= most ? [{ text: `${withWrong(word, wrong)} novels`, isWhole: true, isBySound: false }] : [];
      expect(
        found.filter(({ isWhole }) => isWhole),
        `${wrong} wrong`,
      ).toEqual(whole);
    }
  },
);

test("a letter too many or too few is one, and two that changed places are one", () => {
  for (const [word, meant] of [
    ["goda", "godan"],
    ["godaan", "godan"],
    ["gdoan", "godan"],
    ["mrityunay", "mrityunjay"],
    ["mrtyiunjay", "mrityunjay"],
  ] as const)
    expect(respell([typed(word, [meant])]), word).toEqual([{ text: meant, isWhole: true, isBySound: false }]);
  for (const [word, meant] of [
    ["god", "godan"],
    ["gdona", "godan"],
    ["mrityu", "mrityunjay"],
  ] as const)
    expect(respell([typed(word, [meant])]), word).toEqual([]);
});

test("a single word is respelled from four letters on, and only by words that begin like it", () => {
  expect(respell([typed("dun", ["dune"])])).toEqual([]);
  expect(respell([typed("dunr", ["dune"])])).toEqual([{ text: "dune", isWhole: true, isBySound: false }]);
  expect(respell([typed("tune", ["dune"])])).toEqual([]);
  expect(respell([typed("tune", ["dune"]), typed("novels", [], true)])[0]).toEqual({
    text: "dune novels",
    isWhole: true,
    isBySound: false,
  });
});

test("words of one key are the same, and words of another script are compared by their keys", () => {
  const hindi = { ...spelled("गोदान", 3), key: "godan" };
  const one = (word: string, key: string) => respell([{ word, key, isKnown: false, alike: [hindi] }]);
  expect(one("godaan", "godan")).toEqual([{ text: "गोदान", isWhole: true, isBySound: false }]);
  expect(one("godam", "godam")).toEqual([{ text: "गोदान", isWhole: true, isBySound: false }]);
  expect(one("godxy", "godxy")).toEqual([]);
});

test("a word of another script may be meant by its sound, and one of the same script beside other words", () => {
  const alike = (word: string, key = word) => ({ ...spelled(word), key, soundsAlike: true });
  const urdu = (word: string, key: string, ...others: AlikeWord[]): Word => ({
    word,
    key,
    isKnown: false,
    alike: others,
  });
  const texts = (...words: Word[]) => respell(words).map(({ text }) => text);
  expect(texts(urdu("ٹیگور", "tigor", alike("tagore"), alike("tuckeries")))).toEqual(["tagore"]);
  expect(respell([urdu("شیکسپیئر", "shiksapiir", alike("sakespeare"))])).toEqual([
    { text: "sakespeare", isWhole: true, isBySound: true },
  ]);
  // In one script, a longer word beside others.
  const bhagwat = { ...typed("bhagwat"), alike: [alike("bhagavad")] };
  expect(texts(bhagwat)).toEqual([]);
  expect(respell([bhagwat, typed("gita", [], true)])[0]).toEqual({
    text: "bhagavad gita",
    isWhole: true,
    isBySound: true,
  });
  expect(texts({ ...typed("dad"), alike: [alike("that")] }, typed("poor", [], true))).toEqual(["poor"]);
});

test("two neighbours in another script may be one word, and letters spelled out are initials", () => {
  const word = (word: string, key: string): Word => ({ word, key, isKnown: false, alike: [] });
  const premchand = { ...word("پریمچند", "primchnd"), place: 0 };
  const one = { ...spelled("premchand"), soundsAlike: true };
  expect(respell([word("پریم", "prim"), word("چند", "chnd")], [{ ...premchand, alike: [one] }])).toEqual([
    { text: "premchand", isWhole: true, isBySound: false },
  ]);
  expect(respell([word("आर", "ar"), word("के", "ke"), typed("narayan", [], true)])[0]).toEqual({
    text: "r k narayan",
    isWhole: true,
    isBySound: false,
  });
});

test("of words equally near the common one is first; the nearer one is before a common one", () => {
  const texts = (word: string, alike: AlikeWord[]) => respell([{ ...typed(word), alike }]).map(({ text }) => text);
  expect(texts("dunr", [spelled("duna"), spelled("dune", 100)])).toEqual(["dune", "duna"]);
  expect(texts("mrityunay", [spelled("mrityunxxx", 1000), spelled("mrityunjay")])).toEqual(["mrityunjay"]);
  expect(texts("mrityunay", [spelled("mrityuzzy", 1000), spelled("mrityunjay")])).toEqual(["mrityunjay", "mrityuzzy"]);
});

test("at most four spellings of a word, six texts and three shorter ones are proposed, and never what was typed", () => {
  const letters = [..."abcdefg"];
  const many = (begin: string) =>
    typed(
      `${begin}z`,
      letters.map((letter) => begin + letter),
    );
  expect(respell([many("dun")])).toHaveLength(4);
  expect(respell([many("dun"), many("tal")])).toHaveLength(6);
  const known = ["one", "three", "eleven", "seventeen", "nineteen"].map((word) => typed(word, [], true));
  const texts = respell(known).map(({ text, isWhole }) => [text.split(" ").length, isWhole]);
  expect(texts).toEqual([
    [4, false],
    [4, false],
    [4, false],
  ]);
  expect(respell([typed("dune", ["dune"], true)])).toEqual([]);
});

test("what is left of a text without one of its words has four letters at least; the shortest word is left out first", () => {
  const texts = (...words: Word[]) => respell(words).map(({ text }) => text);
  expect(texts(typed("tea", [], true), typed("xxxxxx"))).toEqual([]);
  expect(texts(typed("teas", [], true), typed("xxxxxx"))).toEqual(["teas"]);
  expect(texts(typed("of", [], true), typed("rivers", [], true), typed("tea", [], true))).toEqual([
    "rivers tea",
    "of rivers",
    "of tea",
  ]);
});

test("the order of the similar words does not matter, also where they cost the same", () => {
  const alike = ["gota", "gata", "gita", "geta", "gete"].map((word) => spelled(word));
  const other = ["bhagat", "bhagwati", "bhagwan"].map((word) => spelled(word));
  const proposed = (sorted: (words: AlikeWord[]) => AlikeWord[]) =>
    respell([
      { word: "bhagwat", key: "bhagvat", isKnown: true, alike: sorted(other) },
      { word: "gitaa", key: "gita", isKnown: true, alike: sorted(alike) },
    ]);
  expect(proposed((words) => words.toReversed())).toEqual(proposed((words) => words));
});
