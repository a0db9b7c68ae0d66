import { taxClasses, type TaxClass, type TaxedAmount, type TaxShare } from "./document.ts";
import { stateTaxOf } from "./gst-states.ts";

const rates: Record<TaxClass, number> = { exempt: 0, gst_0: 0, gst_5: 5, gst_18: 18 };

/** The tax class of a stored word. Throws for an unknown one: a bill must not guess. */
export function taxClassOf(word: string): TaxClass {
  const known = taxClasses.find((one) => one === word);
  if (!known) throw new Error(`"${word}" is no tax class`);
  return known;
}

/** Per cent of tax in a price; a shop without a GSTIN may not charge any. */
export function rateOf(taxClass: TaxClass, gstin: string | null): number {
  return gstin === null ? 0 : rates[taxClass];
}

/** The tax inside a price that includes it: p * r / (100 + r), half-up to the paisa. */
export function taxInside(pricePaise: number, rate: number): number {
  const parts = 2 * (100 + rate);
  return Math.floor((2 * pricePaise * rate + 100 + rate) / parts);
}

/** An amount with the tax in it. */
export function taxedAmount(totalPaise: number, taxClass: TaxClass, gstin: string | null): TaxedAmount {
  const rate = rateOf(taxClass, gstin);
  const taxPaise = taxInside(totalPaise, rate);
  return { taxClass, rate, taxablePaise: totalPaise - taxPaise, taxPaise, totalPaise };
}

/** The tax class delivery follows: that of most of the order's value, the higher rate between equals (CGST Act, 8(a)). */
export function principalClass(lines: { taxClass: TaxClass; totalPaise: number }[]): TaxClass {
  const worth = (taxClass: TaxClass) =>
    lines.reduce((sum, line) => sum + (line.taxClass === taxClass ? line.totalPaise : 0), 0);
  const present = taxClasses.filter((one) => lines.some((line) => line.taxClass === one));
  return present.reduce((best, one) => (worth(one) >= worth(best) ? one : best));
}

/** Sums the tax by rate and shares it: two halves that add up inside a state (an odd paisa is the state's), else IGST. */
export function shareTax(amounts: TaxedAmount[], sellerState: string, buyerState: string): TaxShare[] {
  const taxedRates = [...new Set(amounts.map(({ rate }) => rate))].filter((rate) => rate > 0).sort((a, b) => a - b);
  return taxedRates.flatMap((rate): TaxShare[] => {
    const ofRate = amounts.filter((amount) => amount.rate === rate);
    const taxablePaise = ofRate.reduce((sum, amount) => sum + amount.taxablePaise, 0);
    const taxPaise = ofRate.reduce((sum, amount) => sum + amount.taxPaise, 0);
    if (taxablePaise + taxPaise === 0) return [];
    if (sellerState !== buyerState) return [{ name: "IGST", rate, taxablePaise, taxPaise }];
    const central = Math.floor(taxPaise / 2);
    return [
      { name: "CGST", rate: rate / 2, taxablePaise, taxPaise: central },
      { name: stateTaxOf(buyerState), rate: rate / 2, taxablePaise, taxPaise: taxPaise - central },
    ];
  });
}
