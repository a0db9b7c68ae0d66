import type { RawAmount, RawLaterAmount } from "#shop/catalogue/fields/raw-values.ts";
import type { LaterMrp } from "#shop/catalogue/fields/record-values.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { discountedPaise, readAmount } from "./amount.ts";
import type { ExchangeRates, PriceOptions } from "./price-options.ts";
import { reportLeftOut, type Reading, type ReportCorrection } from "./reading.ts";

/**
 * Picks one amount of an MRP that is given in several currencies: the first one with an exchange rate, or `amount` if
 * none has a rate.
 */
export function amountWithRate(
  amount: RawAmount | undefined,
  others: RawAmount[] | undefined,
  rates: ExchangeRates,
): RawAmount | undefined {
  if (!amount || !others || "value" in readAmount(amount, rates)) return amount;
  return others.find(({ currency }) => currency && rates[currency]) ?? amount;
}

/** The announced MRPs with their first days; reports invalid ones to `tell`. */
export function readLaterMrps(raw: RawLaterAmount[], rates: ExchangeRates, tell: ReportCorrection): LaterMrp[] {
  return raw.flatMap(({ from, ...amount }) => {
    const reading = readAmount(amount, rates);
    if ("fault" in reading) return (reportLeftOut(tell, reading.fault), []);
    return [{ beginsOn: from, mrpPaise: reading.value }];
  });
}

/** The price of a record: its own, or the MRP less the shop's discount. A price above the MRP is a fault. */
export function readPrice(
  { mrpPaise, pricePaise: own }: { mrpPaise?: number; pricePaise?: number },
  { discountPercent }: PriceOptions,
): Reading<number | undefined> {
  const pricePaise = own ?? (mrpPaise && discountPercent ? discountedPaise(mrpPaise, discountPercent) : undefined);
  if (mrpPaise && pricePaise && pricePaise > mrpPaise)
    return { fault: `The price ${formatPaise(pricePaise)} is above the MRP ${formatPaise(mrpPaise)}` };
  return { value: pricePaise };
}
