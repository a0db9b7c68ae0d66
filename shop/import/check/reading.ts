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

/** A whole number, such as `320` or `320.0`, of this range; `things` names what it counts. */
export function readCount(text: string, things: string, min: number, max: number): Reading<number> {
  const digits = /^\s*(\d{1,12})(?:\.0+)?\s*$/.exec(text.slice(0, 100))?.[1];
  const value = Number(digits);
  if (digits === undefined) return { fault: `${quote(text)} is not a whole number of ${things}` };
  if (value < min || value > max)
    return { fault: `${quote(text)} is not a number of ${things} from ${min} to ${max.toLocaleString("en-IN")}` };
  return { value };
}

/** Words, with bars or else spaces between them, as entries of a table in which all have this meaning. */
export function wordsFor<const T extends string>(words: string, meaning: T): [string, T][] {
  return words.split(words.includes("|") ? "|" : " ").map((word) => [word.toLowerCase(), meaning]);
}
