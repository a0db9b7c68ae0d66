import type { RawAmount } from "#shop/catalogue/fields/raw-values.ts";
import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import type { ExchangeRates } from "./price-options.ts";
import { quote, type Reading } from "./reading.ts";

/** No price of a shop is higher: a crore of rupees. */
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

/** Sign or code, digits with or without groups, at most two decimals, and `/-` as Indian bills have it. */
const written =
  /^(?:mrp\s*:?\s*)?(₹|rs\.?|[$£€]|[a-z]{3}(?=[\s\d]))?\s*([\d,]{1,20})(?:\.(\d{1,6}))?\s*(\/[-=]|[a-z]{3}|[₹$£€])?$/i;

/**
 * An amount in paise: `₹1,234.50`, `Rs. 399`, `1,23,456` or `499/-`. Other currencies become rupees by the rate, half a
 * rupee rounded up, as prices are printed in whole rupees. What leaves a doubt, such as `1,2,34` or `1e9`, is a fault:
 * a price is never guessed.
 */
export function readAmount({ amount, currency }: RawAmount, rates: ExchangeRates): Reading<number> {
  const text = amount.slice(0, 60).normalize("NFKC").trim();
  const [, before, whole = "", decimals = "", after] = written.exec(text) ?? [];
  const fault = `${quote(amount)} is not a price such as 499 or 499.50`;
  const hundredths = readRupees(`${whole}.${decimals.slice(0, 2).padEnd(2, "0")}`);
  if (hundredths === null || !/^\d{0,2}0*$/.test(decimals)) return { fault };
  const named = [currency?.trim().toUpperCase(), codeOf(before), codeOf(after)].filter((code) => code !== undefined);
  if (new Set(named).size > 1) return { fault: `${quote(amount)} names another currency than ${named[0]}` };
  if (hundredths === 0) return { fault: `${quote(amount)} is not a price: a book that costs nothing cannot be sold` };
  const code = named[0] ?? "INR";
  const paise = code === "INR" ? hundredths : inPaise(hundredths, rates[code]);
  if (paise === undefined)
    return { fault: `The price ${quote(amount)} is in ${code}, and no exchange rate is given for it` };
  if (paise > maxPaise) return { fault: `${quote(amount)} is more than a crore of rupees, which no book costs` };
  return { value: paise };
}

function codeOf(sign: string | undefined): string | undefined {
  if (!sign || sign.startsWith("/")) return undefined;
  return signs[sign.toLowerCase()] ?? sign.toUpperCase();
}

function inPaise(hundredths: number, rate: number | undefined): number | undefined {
  if (!rate || !(rate > 0)) return undefined;
  // Six decimals are exact enough that 12.5 is not 12.4999999.
  const rupees = Math.floor(Number(((hundredths * rate) / 100).toFixed(6)) + 0.5);
  return Math.max(1, rupees) * 100;
}

/** An MRP less so many percent, rounded down to whole rupees, at least one; without a percent, or below a rupee, it stays. */
export function discountedPaise(mrpPaise: number, percent: number): number {
  if (percent === 0) return mrpPaise;
  return Math.min(mrpPaise, Math.max(100, Math.floor((mrpPaise * (100 - percent)) / 10_000) * 100));
}
