/** What is said of what is no whole number of a range; `or` is what else may be written, such as `, or nothing`. */
export function describeWholeNumber(least: number, most: number, or = ""): string {
  return `Write a whole number from ${least.toLocaleString("en-IN")} to ${most.toLocaleString("en-IN")}${or}.`;
}

/** A whole number of a range, typed in plain digits; null for what is none. */
export function readWholeNumber(typed: string, least: number, most: number): number | null {
  const number = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return number >= least && number <= most ? number : null;
}
