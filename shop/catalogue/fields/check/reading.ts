/**
 * The result of checking a value: `mended` describes a change, `fault` is the reason why there is no value. `lost` is
 * set if part of the meaning was lost. It is the reason that a form shows to a person, who can then correct the input.
 */
export type Reading<T> = { value: T; mended?: string; lost?: string } | { fault: string };

/** Receives the remarks of a check: the `mended` and `lost` of a `Reading`. */
export type ReportCorrection = (reason: string, lost?: string) => void;

/** Reports that a value was left out because of a fault; `what` names the value. */
export function reportLeftOut(tell: ReportCorrection, fault: string, what = "it") {
  tell(`${fault}: ${what} was left out`, fault);
}

/** A value of a file for use in a sentence: shortened, and on one line. */
export function quote(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return `“${line.length > 60 ? `${line.slice(0, 60)}…` : line}”`;
}

/** Digits with Indian or other separators: `1,200`, `1,20,000`, `120,000`. */
const grouped = /^(?:\d{1,12}|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)$/;

/** A whole number from `min` to `max`, such as `320`, `320.0` or `1,200`; `things` names what it counts. */
export function readCount(text: string, things: string, min: number, max: number): Reading<number> {
  const written = /^\s*\+?([\d,]{1,20})(?:\.0+)?\s*$/.exec(text.slice(0, 100).normalize("NFKC"))?.[1];
  const digits = written && grouped.test(written) ? written.replaceAll(",", "") : undefined;
  const value = Number(digits);
  if (digits === undefined) return { fault: `${quote(text)} is not a whole number of ${things}` };
  if (value < min || value > max)
    return { fault: `${quote(text)} is not a number of ${things} from ${min} to ${max.toLocaleString("en-IN")}` };
  return { value };
}

/** Copies: `5`, `5 Nos`, `12 Pcs`, `1,200`. */
export function readCopies(text: string): Reading<number> {
  return readCount(text.slice(0, 100).replace(copyUnits, ""), "copies", 0, 100_000);
}

/** Units that programs such as Tally write after a number of copies. */
const copyUnits =
  /(?<=[\d.])\s*(?:nos?|numbers?|pcs?|pieces?|copy|copies|cps|books?|bks?|units?|unt|each|ea|qty|sets?)\.?\s*$/i;

/** Map entries for words with one meaning; `words` are separated by bars, or by spaces. */
export function wordsFor<const T extends string>(words: string, meaning: T): [string, T][] {
  return words.split(words.includes("|") ? "|" : " ").map((word) => [word.toLowerCase(), meaning]);
}
