/**
 * What became of a value of a file; `mended` says what was changed, `fault` why there is no value. `lost` is there when
 * some of what the value meant is gone: why, to whoever typed it and can type it again.
 */
export type Reading<T> = { value: T; mended?: string; lost?: string } | { fault: string };

/** Is told what a check changed, and why some of it is lost, as a `Reading` says both. */
export type TellMended = (reason: string, lost?: string) => void;

/** Tells that a value is left out because of its fault; `what` was left out. */
export function leaveOut(tell: TellMended, fault: string, what = "it") {
  tell(`${fault}: ${what} was left out`, fault);
}

/** A value of a file inside of a sentence: short, and on one line. */
export function quote(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return `“${line.length > 60 ? `${line.slice(0, 60)}…` : line}”`;
}

/** Digits in groups as India or others write them: `1,200`, `1,20,000`, `120,000`. */
const grouped = /^(?:\d{1,12}|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)$/;

/** A whole number, such as `320`, `320.0` or `1,200`, of this range; `things` names what it counts. */
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

/** What tills write behind a number of copies, Tally for one. */
const copyUnits =
  /(?<=[\d.])\s*(?:nos?|numbers?|pcs?|pieces?|copy|copies|cps|books?|bks?|units?|unt|each|ea|qty|sets?)\.?\s*$/i;

/** Words, with bars or else spaces between them, as entries of a table in which all have this meaning. */
export function wordsFor<const T extends string>(words: string, meaning: T): [string, T][] {
  return words.split(words.includes("|") ? "|" : " ").map((word) => [word.toLowerCase(), meaning]);
}
