import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import {
  adjectives,
  givenNames,
  nouns,
  places,
  publishers,
  surnames,
} from "#shop/catalogue/import/generated/generated-words.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";

/** A search among generated books, with an optional facet. */
export interface Question {
  text: string;
  facet?: string;
}

const makers = {
  "exact title": (random) => `The ${random.pick(adjectives)} ${random.pick(nouns)}`,
  prefix: (random) => `the last ${random.pick(nouns).toLowerCase()} of ${random.pick(places).slice(0, 3)}`,
  middle: (random) => `${random.pick(nouns).slice(1)} ${random.pick(places).slice(1)}`,
  "two letters": (random) => random.pick(nouns).slice(0, 2),
  common: (random) => random.pick(nouns),
  rare: (random) => `${random.pick(adjectives)} ${random.pick(places)} ${random.pick(surnames)}`,
  "no match": (random) => `${random.pick(["qzxv", "vvkq", "xjqz"])}${random.below(1_000)}`,
  typo: (random) => swapped(`${random.pick(adjectives)} ${random.pick(nouns)}`, random),
  "author and title": (random) => `${random.pick(surnames)} ${random.pick(nouns)}`,
  author: (random) => `${random.pick(givenNames)} ${random.pick(surnames)}`,
  publisher: (random) => random.pick(publishers),
  ISBN: (random) => `979-8-9${String(random.below(100_000)).padStart(7, "0")}${random.below(10)}`,
  facets: (random) => random.pick(nouns),
} satisfies Record<string, (random: SeededRandom) => string>;

/** The kinds of searches, which are all equally frequent. */
export type QuestionKind = keyof typeof makers;
export const questionKinds = typedKeys(makers);

/** Makes a search of a kind, with words of the generated books. */
export function makeQuestion(kind: QuestionKind, random: SeededRandom): Question {
  const text = makers[kind](random);
  return kind === "facets" ? { text, facet: random.pick(["language:hi", "rating:4", "available"]) } : { text };
}

/** Swaps two adjacent letters in the middle. */
function swapped(text: string, random: SeededRandom): string {
  const place = 1 + random.below(text.length - 3);
  return text.slice(0, place) + text.charAt(place + 1) + text.charAt(place) + text.slice(place + 2);
}
