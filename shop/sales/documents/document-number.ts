import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { DocumentKind } from "./document.ts";

/** The financial year of a time, April to March in India, as `2026-27`. */
export function financialYearOf(moment: Date): string {
  const [year = 0, month = 0] = isoDay(moment).split("-").map(Number);
  const first = month >= 4 ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, "0")}`;
}

/** The letters that numbers of bills and credit notes begin with, from the settings. */
export type DocumentPrefixes = Record<DocumentKind, string>;

/** The code of a till, which begins the numbers of its bills. */
export const tillCodePattern = /^[A-Z][A-Z0-9]{0,2}$/;

/** The code of the till that issued the document of this number, such as `T1/26-27/000123`; empty for the shop's own. */
export function tillOfNumber(number: string): string {
  return /^([A-Z0-9]+)\/\d\d-\d\d\//.exec(number)?.[1] ?? "";
}

/**
 * The number printed on a document, such as `EP26-27/000123`: consecutive in its financial year, at most 16 characters
 * (CGST Rule 46(b)). Throws a RangeError when the year has no number left.
 */
export function documentNumber(prefix: string, financialYear: string, sequence: number): string {
  const number = `${prefix}${financialYear.slice(2)}/${String(sequence).padStart(6, "0")}`;
  if (!Number.isInteger(sequence) || sequence < 1 || number.length > 16)
    throw new RangeError(`There is no number ${prefix} ${sequence} in ${financialYear}`);
  return number;
}
