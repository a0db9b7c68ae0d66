/** The price of delivery by weight and zone: the bookseller's table, and the rule that it gives for one parcel. */
import type { UsualGrams } from "#shop/catalogue/books/parcel-weight.ts";
import { deliveryFee, type ShippingRule } from "./price-cart.ts";

/** What delivery costs by the weight of the parcel and the zone of its PIN code. */
export interface DeliveryRates {
  /** The upper end of each weight, in grams, from the lightest on. */
  upToGrams: number[];
  /** The step above the last weight, in grams; null if every heavier parcel costs as much as the last weight. */
  stepGrams: number | null;
  zones: DeliveryZone[];
}

/** A part of India with its own prices. */
export interface DeliveryZone {
  name: string;
  /** PIN codes or their first digits; empty for the one zone of all other PIN codes. */
  pins: string[];
  /** The price of each weight, none lower than that of a lighter one. */
  pricesPaise: number[];
  /** The price of each step above the last weight. */
  stepPaise: number;
  /** The sum from which delivery is free; null for never. */
  freeFromPaise: number | null;
}

/** How the shop prices delivery: by its rates, or by one fee if it has none. */
export interface ShippingTerms extends ShippingRule {
  deliveryRates?: DeliveryRates | null;
  usualGrams?: UsualGrams;
}

/** The zone of a PIN code: the one with most of its first digits, or else the zone of all others. */
export function findZone({ zones }: DeliveryRates, pin: string): DeliveryZone {
  const digits = pin.replace(/\s/g, "");
  let [found, matched] = [zones.find(({ pins }) => pins.length === 0), 0];
  for (const zone of zones)
    for (const start of zone.pins)
      if (start.length > matched && digits.startsWith(start)) [found, matched] = [zone, start.length];
  if (!found) throw new Error("No zone has all other PIN codes.");
  return found;
}

/** What a parcel of this weight costs in a zone, in paise, before delivery is free. */
export function zoneFee({ upToGrams, stepGrams }: DeliveryRates, zone: DeliveryZone, grams: number): number {
  // Above the last weight it is -1, which is the place of the last price.
  const place = upToGrams.findIndex((upTo) => grams <= upTo);
  const steps = place === -1 && stepGrams !== null ? Math.ceil((grams - (upToGrams.at(-1) ?? 0)) / stepGrams) : 0;
  return (zone.pricesPaise.at(place) ?? 0) + steps * zone.stepPaise;
}

/**
 * The rules by which delivery of a parcel may be priced: one if the PIN code is known or there are no rates, else one
 * for each zone.
 */
export function shippingRules(terms: ShippingTerms, { grams, pin }: { grams: number; pin: string | null }) {
  const { deliveryRates: rates, shippingFeePaise, freeShippingFromPaise } = terms;
  if (!rates) return [{ shippingFeePaise, freeShippingFromPaise }];
  const zones = pin === null ? rates.zones : [findZone(rates, pin)];
  return zones.map((zone): ShippingRule => {
    return { shippingFeePaise: zoneFee(rates, zone, grams), freeShippingFromPaise: zone.freeFromPaise };
  });
}

/** What delivery of goods of this sum costs, in paise: the least and the most, which are equal if it is exact. */
export function deliverySpan(
  goodsPaise: number,
  terms: ShippingTerms,
  parcel: { grams: number; pin: string | null },
): { leastPaise: number; mostPaise: number } {
  const fees = shippingRules(terms, parcel).map((rule) => deliveryFee(goodsPaise, rule));
  return { leastPaise: Math.min(...fees), mostPaise: Math.max(...fees) };
}

/** What the lightest parcel costs in the cheapest zone, in paise. */
export function lowestFee({ zones }: DeliveryRates): number {
  return Math.min(...zones.map(({ pricesPaise }) => pricesPaise[0] ?? 0));
}

/** The sum from which delivery is free in every zone, in paise; null if it differs or is never free. */
export function commonFreeFrom({ zones }: DeliveryRates): number | null {
  const [first = null, ...others] = zones.map(({ freeFromPaise }) => freeFromPaise);
  return others.every((other) => other === first) ? first : null;
}
