/**
 * Checks single values of a record: id, pages, age, HSN code, measures, cover link, subjects, series, translations and
 * rating.
 */
import type { NamedTranslation, RawMeasure, RawSeries, RawSubject } from "#shop/catalogue/fields/raw-values.ts";
import { readLine } from "./plain-text.ts";
import { reportLeftOut, quote, readCount, type Reading, type ReportCorrection } from "./reading.ts";

/** The id of a book, as in its URL. */
export function readShopId(text: string): Reading<string> {
  const id = text.trim();
  return id.length <= 100 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)
    ? { value: id }
    : { fault: `${quote(text)} is not an id of the shop` };
}

/** Pages: `320`, `320 p.`, `320 pages`. */
export function readPages(text: string): Reading<number> {
  return readCount(text.slice(0, 100).replace(/\s*(?:pages|pgs|pp?)\.?\s*$/i, ""), "pages", 1, 20_000);
}

/** An age in years. */
export function readAge(text: string): Reading<number> {
  return readCount(text.slice(0, 100).replace(/\s*(?:years?|yrs?|\+)\.?\s*$/i, ""), "years", 0, 99);
}

/** An HSN code of 4 to 8 digits, as on bills. */
export function readHeading(text: string): Reading<string> {
  const digits = text.slice(0, 100).replace(/[\s.]/g, "");
  return /^\d{4,8}$/.test(digits) ? { value: digits } : { fault: `${quote(text)} is not an HSN code of 4 to 8 digits` };
}

const grams: Partial<Record<RawMeasure["unit"], number>> = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 };
const millimetres: Partial<Record<RawMeasure["unit"], number>> = { mm: 1, cm: 10, in: 25.4 };

/** A weight in whole grams. */
export function readWeight(measure: RawMeasure): Reading<number> {
  return readMeasure(measure, grams, 100_000, "weight");
}

/** A length in whole millimetres. */
export function readMillimetres(measure: RawMeasure): Reading<number> {
  return readMeasure(measure, millimetres, 10_000, "length");
}

function readMeasure(
  { value, unit }: RawMeasure,
  factors: Partial<Record<RawMeasure["unit"], number>>,
  max: number,
  what: string,
): Reading<number> {
  const factor = factors[unit];
  const number = /^\d{1,7}(?:\.\d{1,6})?$/.test(value.trim()) ? Number(value) : Number.NaN;
  const rounded = Math.round(number * (factor ?? Number.NaN));
  return rounded >= 1 && rounded <= max
    ? { value: rounded }
    : { fault: `${quote(`${value} ${unit}`)} is not a ${what} of a book` };
}

/** A link to a picture: http or https, without a password; removes line breaks within it. */
export function readCoverLink(text: string): Reading<string> {
  const fault = `${quote(text)} is not the address of a picture`;
  if (text.length > 2000) return { fault };
  try {
    const url = new URL(text.trim().replace(/\s*\n\s*|\s{2,}/g, ""));
    const isWeb = url.protocol === "https:" || url.protocol === "http:";
    return isWeb && !url.username && !url.password ? { value: url.href } : { fault };
  } catch {
    return { fault };
  }
}

const maxSubjects = 100;
const codes: Partial<Record<RawSubject["scheme"], RegExp>> = {
  thema: /^[A-Z][A-Z0-9]{0,11}$/,
  bisac: /^[A-Z]{3}\d{6}$/,
  bic: /^[A-Z][A-Z0-9]{0,11}$/,
};

/** Subjects without duplicates; reports those left out to `mended`. */
export function readSubjects(raw: RawSubject[], mended: ReportCorrection): RawSubject[] {
  if (raw.length > maxSubjects)
    mended(
      `Only the first ${maxSubjects} of ${raw.length} subjects were taken`,
      `There are ${raw.length} subjects; write at most ${maxSubjects}`,
    );
  const subjects = new Map<string, RawSubject>();
  for (const { scheme, code: written } of raw.slice(0, maxSubjects)) {
    const line = readLine(written, scheme === "name" ? "category" : "subject", 100);
    const form = codes[scheme];
    const code = "value" in line ? (form ? line.value.toUpperCase().replaceAll(" ", "") : line.value) : "";
    if ("fault" in line) reportLeftOut(mended, line.fault);
    else if (code !== "" && form && !form.test(code))
      reportLeftOut(mended, `${quote(written)} is not a subject of ${scheme.toUpperCase()}`);
    else if (code !== "") subjects.set(`${scheme} ${code.toLowerCase()}`, { scheme, code });
  }
  return [...subjects.values()];
}

/** The maximum position, because the database column has one decimal and values below 10,000. */
const maxPosition = 9_999.9;

/** A series with the position in it, from `3`, `2.5`, `Book 3`, `#3`, `3 of 7` or `Vol. III`. */
export function readSeries(
  { name, position: written }: RawSeries,
  mended: ReportCorrection,
): { name: string; position?: number } | undefined {
  const line = readLine(name, "series", 200);
  if ("fault" in line) return void reportLeftOut(mended, line.fault);
  if (line.mended) mended(line.mended);
  if (line.value === "") return undefined;
  if (written === undefined || written.trim() === "") return { name: line.value };
  const position = readPosition(written.slice(0, 100).trim());
  if (position !== undefined) return { name: line.value, position };
  const lost = `${quote(written)} is not a number in a series, such as 2 or 1.5`;
  mended(`${lost}: only the series was taken`, lost);
  return { name: line.value };
}

/** Parses a position in a series, such as 2 or 1.5; undefined if it is none. */
export function readPosition(text: string): number | undefined {
  const bare = text
    .replace(/^(?:(?:books?|volumes?|vol|parts?|pt|numbers?|no|nr|#)[\s.:#]*)+/i, "")
    .replace(/\s+of\s+\d+$/i, "");
  const number = /^\d{1,5}(?:\.\d0?)?$/.test(bare) ? Number(bare) : fromRoman(bare.toUpperCase());
  return number !== undefined && number <= maxPosition ? number : undefined;
}

function fromRoman(text: string): number | undefined {
  const match = /^(X{0,3})(IX|IV|V?I{0,3})$/.exec(text);
  if (!match || text === "") return undefined;
  const ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
  const [, tens = "", rest = ""] = match;
  return tens.length * 10 + ones.indexOf(rest);
}

/** The maximum number of translations; further ones are ignored. */
const maxTranslations = 50;

/** References to works in other languages; reports those left out to `tell`. */
export function readTranslations(raw: NamedTranslation[], tell: ReportCorrection): NamedTranslation[] | undefined {
  const named = raw.slice(0, maxTranslations).flatMap(({ reference, isOriginal }) => {
    const line = readLine(reference, "work's reference", 200);
    if ("fault" in line) return (reportLeftOut(tell, line.fault), []);
    return line.value ? [{ reference: line.value, isOriginal }] : [];
  });
  return named.length > 0 ? named : undefined;
}

/** An average rating from 1 to 5. */
export function readRating(text: string): Reading<number> {
  const rating = /^\d(?:\.\d{1,4})?$/.test(text.trim()) ? Number(text) : 0;
  if (rating < 1 || rating > 5) return { fault: `${quote(text)} is not a rating from 1 to 5` };
  return { value: Math.round(rating * 100) / 100 };
}
