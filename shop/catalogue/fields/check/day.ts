import type { PublicationDay } from "#shop/catalogue/fields/record-values.ts";
import { quote, type Reading } from "./reading.ts";

const firstYear = 1450;
const yearsAhead = 10;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

interface Parts {
  year: string;
  month?: string;
  day?: string;
}

/**
 * A publication date, complete or partial: `2024-03-01`, `2024-03`, `2024`, `20240301`, `01/03/2024`, `1 March 2024`.
 * In ambiguous dates the day comes first, as in India, unless only the first number can be the month. A number of five
 * digits is a day as spreadsheets count them.
 */
export function readDay(text: string, now: Date): Reading<PublicationDay> {
  const written = text.slice(0, 100).trim();
  if (/^[1-7]\d{4}$/.test(written)) {
    const day = new Date(Date.UTC(1899, 11, 30) + Number(written) * 86_400_000).toISOString().slice(0, 10);
    const reading = readDay(day, now);
    return "value" in reading
      ? { ...reading, mended: `${quote(text)} is a date as spreadsheets count days: it was read as ${day}` }
      : reading;
  }
  const parts = split(written);
  if (!parts) return { fault: `${quote(text)} is not a date such as 2026-03-01 or 2026` };
  const year = Number(parts.year);
  if (year < firstYear || year > now.getUTCFullYear() + yearsAhead)
    return { fault: `${quote(text)} is not a possible year of publication` };
  const [month, day] = [Number(parts.month ?? 0), Number(parts.day ?? 0)];
  const first = (precision: PublicationDay["precision"]): PublicationDay => ({
    day: [parts.year, padded(precision === "year" ? 1 : month), padded(precision === "day" ? day : 1)].join("-"),
    precision,
  });
  if (month === 0) return { value: first("year") };
  const partly = (precision: PublicationDay["precision"], lost: string, taken: string) => {
    return { value: first(precision), mended: `${lost}: only ${taken} taken`, lost };
  };
  if (month > 12) return partly("year", `${quote(text)} has no such month`, "the year was");
  if (day === 0) return { value: first("month") };
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate())
    return partly("month", `${quote(text)} has no such day`, "month and year were");
  return { value: first("day") };
}

function padded(number: number): string {
  return String(number).padStart(2, "0");
}

function split(text: string): Parts | undefined {
  const [, isoYear, isoMonth, isoDay] =
    /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T\s][\d:.]+(?:Z|[+-][\d:]+)?)?)?)?$/.exec(text) ?? [];
  if (isoYear) return { year: isoYear, month: isoMonth, day: isoDay };
  const [, compactYear, compactMonth, compactDay] =
    /^(\d{4})(\d{2})(\d{2})?(?:T[\d:]+(?:Z|[+-][\d:]+)?)?$/.exec(text) ?? [];
  if (compactYear) return { year: compactYear, month: compactMonth, day: compactDay };
  const [, onlyYear] = /^(\d{4})\.0+$/.exec(text) ?? [];
  if (onlyYear) return { year: onlyYear };
  const [, first, second, lastYear] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (lastYear) {
    const isMonthFirst = Number(second) > 12 && Number(first) <= 12;
    return isMonthFirst ? { year: lastYear, month: first, day: second } : { year: lastYear, month: second, day: first };
  }
  return splitWords(text);
}

/** Parses `1 March 2024`, `March 1st, 2024` and `Mar 2024`. */
function splitWords(text: string): Parts | undefined {
  const words = text
    .toLowerCase()
    .split(/[\s,.]+/)
    .filter(Boolean);
  const month = words.find((word) => /^[a-z]{3,9}$/.test(word) && months.includes(word.slice(0, 3)));
  const year = words.at(-1);
  if (month === undefined || words.length > 3 || !year || !/^\d{4}$/.test(year)) return undefined;
  const rest = words.slice(0, -1).toSpliced(words.indexOf(month), 1);
  const day = rest[0] === undefined ? undefined : /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(rest[0])?.[1];
  if (rest.length > 0 && !day) return undefined;
  return { year, month: String(months.indexOf(month.slice(0, 3)) + 1), day };
}
