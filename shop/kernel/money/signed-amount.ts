import { formatPaise } from "./money.ts";

/** Formats integer paise like `formatPaise`, but negative amounts with a minus sign: `−₹1,23,456.50`. */
export function formatSigned(paise: number): string {
  return withMinus(formatPaise(paise));
}

/** Replaces the hyphen of a negative number by a minus sign: `−12.5`. */
export function withMinus(figures: number | string): string {
  return String(figures).replace("-", "\u2212");
}
