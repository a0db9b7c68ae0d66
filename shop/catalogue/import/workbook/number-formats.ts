/** Writes the numbers of a workbook as people see them: dates, codes with leading zeros, other currencies. */

/** How a cell shows its number; null if as a plain number. */
export type NumberFormat = "date" | { digits: number } | { currency: string } | null;

/** The formats of dates that every workbook has. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

const currencies: [pattern: RegExp, code: string][] = [
  [/€|\bEUR\b/, "EUR"],
  [/£|\bGBP\b/, "GBP"],
  [/\$(?!-)|\bUSD\b/, "USD"],
];

/** Reads a number format: its id, and its code if the workbook defines it. */
export function readNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return isBuiltInDate(id) ? "date" : null;
  const written = code.slice(0, 255).split(";")[0] ?? "";
  // `[$€-407]` is a sign of a currency; other brackets hold colours and conditions.
  const shown = written.replaceAll(/\[\$([^\]-]*)[^\]]*\]/g, "$1").replaceAll(/\[[^\]]*\]/g, "");
  const currency = currencies.find(([pattern]) => pattern.test(shown));
  if (currency) return { currency: currency[1] };
  const bare = shown.replaceAll(/"[^"]*"|\\.|_.|\*./g, "");
  if (/^0{2,20}$/.test(bare)) return { digits: bare.length };
  return /[yd]/i.test(bare) || (/m/i.test(bare) && !/[hs]/i.test(bare)) ? "date" : null;
}

const dayMs = 86_400_000;

/** The text of a number: without rounding noise or exponent, a day as `2026-10-31`. */
export function formatCellNumber(raw: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(raw);
  if (raw.trim() === "" || !Number.isFinite(number)) return raw;
  if (format === "date" && number >= 1 && number < 2_958_466) {
    // Day 60 is 29 February 1900, which Excel counts although it did not exist.
    const days = Math.floor(number) + (is1904 ? 1462 : number < 60 ? 1 : 0);
    return new Date(Date.UTC(1899, 11, 30) + days * dayMs).toISOString().slice(0, 10);
  }
  const text = String(Number(number.toPrecision(15)));
  if (format === null || format === "date") return text;
  if ("currency" in format) return `${format.currency} ${text}`;
  return Number.isInteger(number) && number >= 0 ? text.padStart(format.digits, "0") : text;
}
