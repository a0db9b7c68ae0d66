import { taxClasses, type TaxClass, type TaxedAmount, type TaxShare } from "./document.ts";
import { stateTaxOf } from "./gst-states.ts";

const rates: Record<TaxClass, number> = { exempt: 0, gst_0: 0, gst_5: 5, gst_18: 18 };

/** Parses a stored tax class. Throws for an unknown one: a bill must not guess. */
export function taxClassOf(word: string): TaxClass {
  const known = taxClasses.find((taxClass) => taxClass === word);
  if (!known) throw new Error(`Unknown tax class "${word}"`);
  return known;
}

/** The rate of tax in per cent; 0 for a shop without a GSTIN, which may not charge tax. */
function rateOf(taxClass: TaxClass, gstin: string | null): number {
  return gstin === null ? 0 : rates[taxClass];
}

/**
 * The tax inside a price that includes it: p * r / (100 + r), half-up to the paisa. Inside a state it consists of two
 * taxes of half the rate on the same value, and each is rounded (CGST Act, section 9; SGST Acts likewise).
 */
export function taxInside(pricePaise: number, rate: number, isWithinState: boolean): number {
  const taxes = isWithinState ? 2 : 1;
  const parts = 2 * taxes * (100 + rate);
  return taxes * Math.floor((2 * pricePaise * rate + taxes * (100 + rate)) / parts);
}

/** Splits an amount into its tax and the taxable rest. */
export function taxedAmount(
  totalPaise: number,
  taxClass: TaxClass,
  gstin: string | null,
  isWithinState: boolean,
): TaxedAmount {
  const rate = rateOf(taxClass, gstin);
  const taxPaise = taxInside(totalPaise, rate, isWithinState);
  return { taxClass, rate, taxablePaise: totalPaise - taxPaise, taxPaise, totalPaise };
}

/**
 * The tax class of delivery: the class of most of the order's value; of equal ones that of the higher rate (CGST Act,
 * 8(a)).
 */
export function principalClass(lines: { taxClass: TaxClass; totalPaise: number }[]): TaxClass {
  const worth = (taxClass: TaxClass) =>
    lines.reduce((sum, line) => sum + (line.taxClass === taxClass ? line.totalPaise : 0), 0);
  const present = taxClasses.filter((taxClass) => lines.some((line) => line.taxClass === taxClass));
  return present.reduce((best, taxClass) => (worth(taxClass) >= worth(best) ? taxClass : best));
}

/**
 * Sums the tax by rate and splits it: two equal halves inside a state, otherwise IGST. An odd paisa occurs only in
 * credit notes of old bills, whose halves were not rounded separately; it goes to the state's half, as on the bill.
 */
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
