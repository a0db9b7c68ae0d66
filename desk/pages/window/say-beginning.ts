import { longDay } from "#shop/kernel/dates/dates.ts";

/** The day from which a table stands, in words: `15 November, every year`. */
export function sayBeginning(begins: string): string {
  // A day of every year has no year; any leap year has all of them.
  const isEveryYear = begins.length === 5;
  const day = longDay(isEveryYear ? `2028-${begins}` : begins);
  return isEveryYear ? `${day.replace(" 2028", "")}, every year` : day;
}
