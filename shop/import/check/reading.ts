/** What became of a value of a file; `mended` says what was lost, `fault` why there is no value. */
export type Reading<T> = { value: T; mended?: string } | { fault: string };

/** A value of a file inside of a sentence: short, and on one line. */
export function quote(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return `“${line.length > 60 ? `${line.slice(0, 60)}…` : line}”`;
}

/** A whole number, such as `320` or `320.0`, of this range; `things` names what it counts. */
export function readCount(text: string, things: string, min: number, max: number): Reading<number> {
  const digits = /^\s*(\d{1,12})(?:\.0+)?\s*$/.exec(text.slice(0, 100))?.[1];
  const value = Number(digits);
  if (digits === undefined) return { fault: `${quote(text)} is no number of ${things}` };
  if (value < min || value > max)
    return { fault: `${quote(text)} is no possible number of ${things} (${min} to ${max.toLocaleString("en-IN")})` };
  return { value };
}

/** Words, with bars or else spaces between them, as entries of a table in which all have this meaning. */
export function wordsFor<const T extends string>(words: string, meaning: T): [string, T][] {
  return words.split(words.includes("|") ? "|" : " ").map((word) => [word.toLowerCase(), meaning]);
}
