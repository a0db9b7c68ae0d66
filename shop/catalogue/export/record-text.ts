import type { RawAmount } from "#shop/catalogue/records/raw-record.ts";

/** Text that an import reads as it stands: what looks like a reference to a character, such as `&amp;`, is one no more. */
export function keptText(text: string): string {
  return text.includes("&") ? text.replace(/&(?=(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|\w{2,8});)/g, "&amp;") : text;
}

/** Paise as an amount of rupees: `499` or `499.50`. */
export function rupees(paise: number): string {
  const rest = paise % 100;
  return `${(paise - rest) / 100}${rest === 0 ? "" : `.${String(rest).padStart(2, "0")}`}`;
}

/** Paise as a file has them. */
export function amountOf(paise: number): RawAmount {
  return { amount: rupees(paise), currency: "INR" };
}
