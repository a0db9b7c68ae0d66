/** Turns the text of a search into LIKE patterns over the listings, with estimates that choose the query plan. */
import { readNumber, spellNumber } from "./number-words.ts";

/** A search text in the forms that the database derives from it; the arrays have one element per word. */
export interface Forms {
  /** The folded text without a leading article. */
  form: string;
  words: string[];
  /** Latin keys: by spelling and by pronunciation. */
  keys: string[];
  spokenKeys: string[];
  /** Latin keys of `form`. */
  key: string;
  spokenKey: string;
  /** Number of works with each word, also as part of a longer one, as last counted. */
  works: number[];
  /** Approximate number of all works. */
  allWorks: number;
  /** Whether the table of the best-known works is filled yet. */
  hasBestKnown: boolean;
}

/** One word of a question, or several that are a number: LIKE patterns, of which one must match. */
export interface Term {
  words: string[];
  patterns: string[];
  /**
   * Patterns for the index, if possible a single one: they match everything that `patterns` match, and few other texts.
   */
  wide: string[];
  /** Approximate number of works with its rarest word. */
  works: number;
}

/** A parsed search. The patterns match `listings.words`; see `listing_words` in db/schema/catalogue/listings.sql. */
export interface Question {
  /** Estimated number of works with all words, if words were independent. */
  expected: number;
  /** Approximate number of works. */
  allWorks: number;
  hasBestKnown: boolean;
  /**
   * Whether the index finds every text that contains this text, because it begins with three letters or digits and has
   * no marks.
   */
  isPlain: boolean;
  /**
   * Whether the text contains a number or a word of one or two letters, for which the number of works is only a guess.
   */
  isGuessed: boolean;
  terms: Term[];
  /** The terms that the index can find, the rarest first. */
  indexed: Term[];
  /** Patterns of titles: equal to the text, beginning with its words, beginning with its letters. */
  exact: string[];
  begins: string[];
  beginsSo: string[];
  /** The beginning of a title, for the index `listings_by_beginning`. */
  beginning: string;
  /**
   * The text with its marks, empty if it has none: among equal matches, works with the marks in their title rank first.
   */
  marked: string;
  /** The text with its leading article, null if it has none: titles with the article rank before those without. */
  withArticle: string | null;
  /** Patterns of the whole text as one phrase, and of each word as a whole word. */
  phrase: string[];
  wholeWords: string[];
}

/** The maximum number of words of a search; further words are ignored. */
export const maxWords = 12;
const maxAsked = 3;
/** The cost of checking one work, as the number of index entries that can be read in the same time. */
export const entriesForWork = 100;
/** Length of the indexed beginning of a title, in characters. */
const indexedBeginning = 60;
/** An article at the beginning is ignored, except for the order of titles that begin alike. */
const article = /^(the|an?) /;

/** Turns a folded text into a question; null if it has no words. */
export function askFor(raw: string, forms: Forms): Question | null {
  const terms = readTerms(forms);
  if (terms.length === 0) return null;
  const titles = titlesOf(forms);
  const withoutArticle = raw.replace(article, "");
  return {
    expected: terms.reduce((left, { works }) => left * share(works, forms.allWorks), forms.allWorks),
    allWorks: forms.allWorks,
    hasBestKnown: forms.hasBestKnown,
    isPlain: /^[a-z0-9]{3}[a-z0-9 ]*$/.test(forms.form) && withoutArticle === forms.form,
    isGuessed: forms.words.some((word) => word.length < 3 || isNumber(word)),
    terms,
    indexed: terms.filter(({ patterns }) => patterns.every(isIndexed)).sort((a, b) => a.works - b.works),
    exact: titles.all.map((title) => `${title} |%`),
    begins: titles.own.map((title) => `${title} %`),
    beginsSo: titles.all.map((title) => `${title}%`),
    beginning: ` ${forms.form}`.slice(0, indexedBeginning),
    marked: withoutArticle === forms.form ? "" : withoutArticle,
    withArticle: article.test(raw) ? raw : null,
    phrase: [...new Set([forms.form, forms.key, forms.spokenKey])].map((text) => `% ${text} %`),
    wholeWords: forms.words.slice(0, maxWords).map((word) => `% ${word} %`),
  };
}

/**
 * Chooses the terms to look up in the index from `terms`, the rarest first. It adds another term only if this saves
 * more than it costs.
 */
export function termsToAsk([rarest, ...others]: Term[], allWorks: number): Term[] {
  if (!rarest) return [];
  const asked = [rarest];
  let works = rarest.works;
  for (const term of others) {
    const left = works * share(term.works, allWorks);
    if (asked.length === maxAsked || (works - left) * entriesForWork < entriesOf(term)) break;
    asked.push(term);
    works = left;
  }
  return asked;
}

/** Approximate number of index entries read for a term: one per trigram and work. */
export function entriesOf({ works, wide }: Term): number {
  return works * wide.reduce((sum, pattern) => sum + Math.max(1, pattern.length - 4), 0);
}

function readTerms({ words, keys, spokenKeys, works, allWorks }: Forms): Term[] {
  const terms: Term[] = [];
  for (let place = 0; place < words.length && terms.length < maxWords;) {
    const number = readNumber(words, place);
    const length = number?.length ?? 1;
    const said = words.slice(place, place + length);
    const patterns =
      length > 1 ? [`% ${said.join(" ")}%`] : patternsOf(words[place]!, keys[place]!, spokenKeys[place]!);
    const others = number && number.digits !== said[0] ? [number.digits] : length === 1 ? spellNumber(said[0]!) : [];
    const all = [...new Set([...patterns, ...others.map((other) => `% ${other} %`)])];
    const isOneWord = length === 1 && others.length === 0;
    terms.push({
      words: said,
      patterns: all,
      wide: (isOneWord && widened(words[place]!, keys[place]!)) || all,
      works: Math.min(allWorks, ...said.map((word, index) => worksOf(word, works[place + index] ?? 0, allWorks))),
    });
    place += length;
  }
  return terms;
}

/**
 * A word of three letters or more may occur inside another one, a shorter one only at its beginning. A Latin key is a
 * whole word or its beginning.
 */
function patternsOf(word: string, key: string, spokenKey: string): string[] {
  if (isOfIndianScript(word)) return [key, spokenKey].map((one) => `% ${one}%`);
  // The index ignores signs such as + and #, and the letters before them alone would match too much.
  const isShort = word.replace(/[+#]+$/, "").length < 3;
  const found = [isShort ? `% ${word}%` : `%${word}%`];
  if (word.endsWith("a") && !key.endsWith("a")) found.push(`% ${key} %`);
  // A key of two letters matches too many words as a beginning.
  else if (key !== word && key.length > 1) found.push(key.length > 2 ? `% ${key}%` : `% ${key} %`);
  return found;
}

/**
 * The Latin key of a word without the letters at its ends, which may differ inside a longer word: h may belong to a
 * preceding sh, and e, o and p change before the same letter or an h.
 */
function widened(word: string, key: string): string[] | null {
  if (key === word || isOfIndianScript(word)) return null;
  const inner = key.length > 4 ? key.slice(1, -1) : key.replace(/^[eho]|[eop]$/g, "");
  return inner.length > 2 ? [`%${inner}%`] : null;
}

/** Patterns of titles that begin with the text, also with its numbers as words or its number words as digits. */
function titlesOf({ form, key, spokenKey }: Forms) {
  const words = form.split(" ");
  const numbers = words.flatMap((word, place) => {
    const number = readNumber(words, place);
    const spoken = number && number.digits !== word ? [number.digits] : [];
    return [...spoken, ...spellNumber(word)].map((other) =>
      [...words.slice(0, place), other, ...words.slice(place + (spoken.length > 0 ? number!.length : 1))].join(" "),
    );
  });
  const own = [...new Set([` ${form}`, `% ~ ${key}`, `% ~ ${spokenKey}`])];
  return { own, all: [...own, ...numbers.map((title) => ` ${title}`)] };
}

/** Estimates the works with a number instead of counting: in series many works have a short one. */
function worksOf(word: string, counted: number, allWorks: number): number {
  return isNumber(word) ? allWorks / (5 * 10 ** Math.min(word.length - 1, 2)) : counted;
}

function isNumber(word: string): boolean {
  return /^[0-9]+$/.test(word);
}

/**
 * Share of works with a word. A word that is not counted is treated as rare, because it is new or matches by other
 * letters.
 */
function share(works: number, all: number): number {
  return Math.min(1, Math.max(works, 1) / Math.max(all, 1));
}

/** Whether the trigram index, which only has ASCII letters and digits in any locale, can find a pattern. */
function isIndexed(pattern: string): boolean {
  return /[a-z0-9]{3}| [a-z0-9]/.test(pattern);
}

function isOfIndianScript(word: string): boolean {
  return /[\u0900-\u0d7f]/.test(word);
}
