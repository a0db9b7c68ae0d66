/** Parses prices of files into paise. */
import type { RawAmount } from "#shop/catalogue/fields/raw-values.ts";
import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import type { ExchangeRates } from "./price-options.ts";
import { quote, type Reading } from "./reading.ts";

/** The highest accepted price: one crore of rupees. */
const maxPaise = 1_00_00_000_00;

const signs: Record<string, string> = {
  "₹": "INR",
  rs: "INR",
  inr: "INR",
  "rs.": "INR",
  $: "USD",
  "£": "GBP",
  "€": "EUR",
};

/** Currency sign or code, digits with or without separators, decimals, and `/-` as on Indian bills. */
const written =
  /^(?:mrp\s*:?\s*)?(₹|rs\.?|[$£€]|[a-z]{3}(?=[\s\d]))?\s*([\d,]{1,20})(?:\.(\d{1,6}))?\s*(\/[-=]|[a-z]{3}|[₹$£€])?$/i;

/**
 * Parses an amount into paise: `₹1,234.50`, `Rs. 399`, `1,23,456` or `499/-`. Other currencies are converted by the
 * rate and rounded half up to whole rupees, as prices are printed. Ambiguous text such as `1,2,34` or `1e9` is a fault:
 * prices are never guessed.
 */
export function readAmount({ amount, currency }: RawAmount, rates: ExchangeRates): Reading<number> {
  const text = amount.slice(0, 60).normalize("NFKC").trim();
  const [, before, whole = "", decimals = "", after] = written.exec(text) ?? [];
  const fault = `${quote(amount)} is not a price such as 499 or 499.50`;
  const hundredths = readRupees(`${whole}.${decimals.slice(0, 2).padEnd(2, "0")}`);
  if (hundredths === null || !/^\d{0,2}0*$/.test(decimals)) return { fault };
  const named = [currency?.trim().toUpperCase(), codeOf(before), codeOf(after)].filter((code) => code !== undefined);
  if (new Set(named).size > 1) return { fault: `${quote(amount)} has a different currency than ${named[0]}` };
  if (hundredths === 0) return { fault: `${quote(amount)} is not a price: a book that costs nothing cannot be sold` };
  const code = named[0] ?? "INR";
  const paise = code === "INR" ? hundredths : inPaise(hundredths, rates[code]);
  if (paise === undefined)
    return { fault: `The price ${quote(amount)} is in ${code}, and no exchange rate is given for it` };
  if (paise > maxPaise) return { fault: `${quote(amount)} is more than one crore rupees, the highest price allowed` };
  return { value: paise };
}

function codeOf(sign: string | undefined): string | undefined {
  if (!sign || sign.startsWith("/")) return undefined;
  return signs[sign.toLowerCase()] ?? sign.toUpperCase();
}

function inPaise(hundredths: number, rate: number | undefined): number | undefined {
  if (!rate || !(rate > 0)) return undefined;
  // Rounds to six decimals first, so that 12.5 is not 12.4999999.
  const rupees = Math.floor(Number(((hundredths * rate) / 100).toFixed(6)) + 0.5);
  return Math.max(1, rupees) * 100;
}

/** The price of a book at another MRP, in whole rupees: its discount off the MRP stays. */
export function keepDiscount(is: { mrpPaise: number; pricePaise: number }, mrpPaise: number): number {
  if (mrpPaise === is.mrpPaise) return is.pricePaise;
  if (is.pricePaise === is.mrpPaise) return mrpPaise;
  return Math.min(mrpPaise, Math.max(100, Math.round((mrpPaise * is.pricePaise) / is.mrpPaise / 100) * 100));
}

/**
 * The MRP less a discount in percent, rounded down to whole rupees, at least one rupee. Without a discount, or for an
 * MRP below a rupee, the MRP.
 */
export function discountedPaise(mrpPaise: number, percent: number): number {
  if (percent === 0) return mrpPaise;
  return Math.min(mrpPaise, Math.max(100, Math.floor((mrpPaise * (100 - percent)) / 10_000) * 100));
}
