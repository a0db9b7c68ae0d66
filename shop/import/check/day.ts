import type { PublicationDay } from "#shop/catalogue/book.ts";
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
 * The day of publication, or as much of it as is known: `2024-03-01`, `2024-03`, `2024`, `20240301`, `01/03/2024`,
 * `1 March 2024`. Where only one of two numbers can be the month it is that one, else the day comes first, as in India.
 */
export function readDay(text: string, now: Date): Reading<PublicationDay> {
  const parts = split(text.slice(0, 100).trim());
  if (!parts) return { fault: `${quote(text)} is no date` };
  const year = Number(parts.year);
  if (year < firstYear || year > now.getUTCFullYear() + yearsAhead)
    return { fault: `${quote(text)} is in no year in which a book can be published` };
  const [month, day] = [Number(parts.month ?? 0), Number(parts.day ?? 0)];
  const first = (precision: PublicationDay["precision"]): PublicationDay => ({
    day: [parts.year, padded(precision === "year" ? 1 : month), padded(precision === "day" ? day : 1)].join("-"),
    precision,
  });
  if (month === 0) return { value: first("year") };
  if (month > 12) return { value: first("year"), mended: `${quote(text)} has no such month: only the year was taken` };
  if (day === 0) return { value: first("month") };
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate())
    return { value: first("month"), mended: `${quote(text)} has no such day: only month and year were taken` };
  return { value: first("day") };
}

function padded(number: number): string {
  return String(number).padStart(2, "0");
}

function split(text: string): Parts | undefined {
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T\s][\d:.]+(?:Z|[+-][\d:]+)?)?)?)?$/.exec(text);
  if (iso) return { year: iso[1]!, month: iso[2], day: iso[3] };
  const compact = /^(\d{4})(\d{2})(\d{2})?(?:T[\d:]+(?:Z|[+-][\d:]+)?)?$/.exec(text);
  if (compact) return { year: compact[1]!, month: compact[2], day: compact[3] };
  const year = /^(\d{4})\.0+$/.exec(text);
  if (year) return { year: year[1]! };
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  if (numbers) {
    const isMonthFirst = Number(numbers[2]) > 12 && Number(numbers[1]) <= 12;
    return { year: numbers[3]!, month: numbers[isMonthFirst ? 1 : 2], day: numbers[isMonthFirst ? 2 : 1] };
  }
  return splitWords(text);
}

/** `1 March 2024`, `March 1st, 2024` and `Mar 2024`. */
function splitWords(text: string): Parts | undefined {
  const words = text
    .toLowerCase()
    .split(/[\s,.]+/)
    .filter(Boolean);
  const index = words.findIndex((word) => /^[a-z]{3,9}$/.test(word) && months.includes(word.slice(0, 3)));
  const year = words.at(-1);
  if (index < 0 || words.length > 3 || !year || !/^\d{4}$/.test(year)) return undefined;
  const rest = words.filter((_, place) => place !== index && place !== words.length - 1);
  const day = rest[0] === undefined ? undefined : /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(rest[0])?.[1];
  if (rest.length > 0 && !day) return undefined;
  return { year, month: String(months.indexOf(words[index]!.slice(0, 3)) + 1), day };
}
