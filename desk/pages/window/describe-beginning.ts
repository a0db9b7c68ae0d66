import { longDay } from "#shop/kernel/dates/dates.ts";

/** Formats the day from which a table is shown: `15 November, every year`. */
export function describeBeginning(begins: string): string {
  // A yearly day has no year: use any leap year, which has all days.
  const isEveryYear = begins.length === 5;
  const day = longDay(isEveryYear ? `2028-${begins}` : begins);
  return isEveryYear ? `${day.replace(" 2028", "")}, every year` : day;
}
