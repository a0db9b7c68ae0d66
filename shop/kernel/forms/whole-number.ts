/** The error message for a number outside of a range; `or` adds an alternative, such as `, or nothing`. */
export function describeWholeNumber(least: number, most: number, or = ""): string {
  return `Write a whole number from ${least.toLocaleString("en-IN")} to ${most.toLocaleString("en-IN")}${or}.`;
}

/** Parses a whole number from `least` to `most` in plain digits; null if it is malformed or outside of the range. */
export function readWholeNumber(typed: string, least: number, most: number): number | null {
  const number = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return number >= least && number <= most ? number : null;
}
