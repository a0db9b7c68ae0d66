import type { BookRecord } from "#shop/catalogue/records/book-record.ts";
import type { RawAmount, RawRecord } from "#shop/catalogue/records/raw-record.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { discountedPaise, readAmount, type ExchangeRates } from "./amount.ts";
import { leaveOut, type Reading } from "./reading.ts";

/** What the bookseller says about prices. */
export interface PriceOptions {
  /** Rupees for one unit of a currency, by its ISO code. */
  exchangeRates: ExchangeRates;
  /** What the shop gives off an MRP where a file names no price of the shop. */
  discountPercent?: number;
}

type Prices = Pick<BookRecord, "mrpPaise" | "pricePaise" | "costPaise">;
type PriceField = "mrp" | "price" | "costPrice";
type MendedPrice = { field: PriceField; reason: string; lost?: string };

/** The prices of a record in paise; a wrong MRP or price is a fault of the record, a wrong cost price is left out. */
export function readPrices(
  raw: Pick<RawRecord, "mrp" | "otherMrps" | "price" | "costPrice">,
  { exchangeRates, discountPercent }: PriceOptions,
): { value: Prices; mended: MendedPrice[] } | { field: PriceField; fault: string } {
  const mended: MendedPrice[] = [];
  const mrp = read(raw.mrp, exchangeRates, raw.otherMrps);
  if (mrp && "fault" in mrp) return { field: "mrp", fault: mrp.fault };
  const price = read(raw.price, exchangeRates);
  if (price && "fault" in price) return { field: "price", fault: price.fault };
  const cost = read(raw.costPrice, exchangeRates);
  if (cost && "fault" in cost)
    leaveOut((reason, lost) => mended.push({ field: "costPrice", reason, lost }), cost.fault);

  const mrpPaise = mrp?.value;
  const discounted = mrpPaise && discountPercent ? discountedPaise(mrpPaise, discountPercent) : undefined;
  const pricePaise = price?.value ?? discounted;
  if (mrpPaise && pricePaise && pricePaise > mrpPaise) {
    const fault = `The price ${formatPaise(pricePaise)} is above the MRP ${formatPaise(mrpPaise)}`;
    return { field: "price", fault };
  }
  const costPaise = cost && "value" in cost ? cost.value : undefined;
  return { value: { mrpPaise, pricePaise, costPaise }, mended };
}

/** The first of the amounts whose currency has a rate; the fault of the first where none has. */
function read(
  amount: RawAmount | undefined,
  rates: ExchangeRates,
  others: RawAmount[] = [],
): Reading<number> | undefined {
  if (!amount || amount.amount.trim() === "") return undefined;
  const first = readAmount(amount, rates);
  if ("value" in first) return first;
  const other = others.find(({ currency }) => currency && rates[currency]);
  return other ? readAmount(other, rates) : first;
}
