import { formatPaise } from "./money.ts";

/** Writes integer paise as `formatPaise` does, and an amount below nothing with a minus sign: `−₹1,23,456.50`. */
export function formatSigned(paise: number): string {
  return withMinus(formatPaise(paise));
}

/** Figures for people to read, with a minus sign where a program writes a hyphen: `−12.5`. */
export function withMinus(figures: number | string): string {
  return String(figures).replace("-", "\u2212");
}
