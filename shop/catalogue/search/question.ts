import { readNumber, sayNumber } from "./number-words.ts";

/** A text that is searched for, in the forms that the database makes of it; the lists go word by word. */
export interface Forms {
  /** In search form, without a leading article. */
  form: string;
  words: string[];
  /** Latin keys: as written and as spoken. */
  keys: string[];
  spokenKeys: string[];
  /** Latin keys of `form`. */
  key: string;
  spokenKey: string;
  /** How many works have each word, or one that it is a part of, as last counted; about how many there are. */
  works: number[];
  allWorks: number;
  /** Whether the best known works are written down yet. */
  hasBestKnown: boolean;
}

/** One word of a question, or a number of several: patterns of LIKE of which one must fit. */
export interface Term {
  words: string[];
  patterns: string[];
  /** Patterns for the index, one where possible: whatever fits one of the others fits one of these, and little else. */
  wide: string[];
  /** About how many works have its rarest word. */
  works: number;
}

/** What is looked for. The patterns are over `listings.words`; see `listing_words` in db/schema/catalogue/listings.sql. */
export interface Question {
  /** About how many works have all its words, were the words spread by chance. */
  expected: number;
  /** About how many works there are. */
  allWorks: number;
  hasBestKnown: boolean;
  /** The index knows every text that has this one in itself: it begins with three letters, and has no marks. */
  isPlain: boolean;
  /** A word of one or two letters, or a number: how many works have it is a guess. */
  isGuessed: boolean;
  terms: Term[];
  /** Those of them whose letters the index knows, the rarest first. */
  indexed: Term[];
  /** Titles that are exactly the text, that begin with its words, that begin so. */
  exact: string[];
  begins: string[];
  beginsSo: string[];
  /** For the index of how titles begin. */
  beginning: string;
  /** The text with its marks, when it has any, else empty: of works that fit equally, those that have them too in their title come first. */
  marked: string;
  /** The text with the article that it was typed with: titles that have it too come before those without. */
  withArticle: string | null;
  /** The text as it stands, in one place; and every word as a whole word. */
  phrase: string[];
  wholeWords: string[];
}

/** More words than this are not looked for. */
export const maxWords = 12;
const maxAsked = 3;
/** To look at a work takes so many times as long as to read an entry of the index. */
export const entriesForWork = 100;
/** What `listings_by_beginning` knows of a title. */
const indexedBeginning = 60;
/** In front of a title it counts only among titles that begin alike. */
const article = /^(the|an?) /;

/** Turns a folded text into patterns; null when it has no word. */
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

/** Of terms, the rarest first, those that an index is asked for: a further one as long as it spares more than it costs. */
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

/** About how many entries of the index are read for a term: one for each three letters and work. */
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
    const others = number && number.digits !== said[0] ? [number.digits] : length === 1 ? sayNumber(said[0]!) : [];
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

/** A word of three letters may stand inside another, a shorter one begins it. A Latin key begins a word, or is one. */
function patternsOf(word: string, key: string, spokenKey: string): string[] {
  if (isOfIndianScript(word)) return [key, spokenKey].map((one) => `% ${one}%`);
  // The index knows no signs: what begins so is fewer than what has the letters before them.
  const isShort = word.replace(/[+#]+$/, "").length < 3;
  const found = [isShort ? `% ${word}%` : `%${word}%`];
  if (word.endsWith("a") && !key.endsWith("a")) found.push(`% ${key} %`);
  // A key of two letters begins too much.
  else if (key !== word && key.length > 1) found.push(key.length > 2 ? `% ${key}%` : `% ${key} %`);
  return found;
}

/**
 * The Latin key of a word without the letters at its ends: in a longer word, h may belong to a sh before it, and e, o and
 * p become something else before their like or an h.
 */
function widened(word: string, key: string): string[] | null {
  if (key === word || isOfIndianScript(word)) return null;
  const inner = key.length > 4 ? key.slice(1, -1) : key.replace(/^[eho]|[eop]$/g, "");
  return inner.length > 2 ? [`%${inner}%`] : null;
}

/** How a title begins that has the text, and one that has its numbers as words or the other way round. */
function titlesOf({ form, key, spokenKey }: Forms) {
  const words = form.split(" ");
  const numbers = words.flatMap((word, place) => {
    const number = readNumber(words, place);
    const spoken = number && number.digits !== word ? [number.digits] : [];
    return [...spoken, ...sayNumber(word)].map((other) =>
      [...words.slice(0, place), other, ...words.slice(place + (spoken.length > 0 ? number!.length : 1))].join(" "),
    );
  });
  const own = [...new Set([` ${form}`, `% ~ ${key}`, `% ~ ${spokenKey}`])];
  return { own, all: [...own, ...numbers.map((title) => ` ${title}`)] };
}

/** Numbers are not counted: in a series many works have a short one. */
function worksOf(word: string, counted: number, allWorks: number): number {
  return isNumber(word) ? allWorks / (5 * 10 ** Math.min(word.length - 1, 2)) : counted;
}

function isNumber(word: string): boolean {
  return /^[0-9]+$/.test(word);
}

/** A word that was not counted is rare: a new one, or one that other letters are meant by. */
function share(works: number, all: number): number {
  return Math.min(1, Math.max(works, 1) / Math.max(all, 1));
}

/** The index of three letters knows no others, whatever the database's locale. */
function isIndexed(pattern: string): boolean {
  return /[a-z0-9]{3}| [a-z0-9]/.test(pattern);
}

function isOfIndianScript(word: string): boolean {
  return /[\u0900-\u0d7f]/.test(word);
}
