import type { ShopSettings } from "#shop/services.ts";
import { weighParcel } from "#shop/catalogue/books/parcel-weight.ts";
import { deliverySpan } from "./delivery-rates.ts";

/** The terms of delivery and return for one copy of a book, from the settings. */
export interface OfferTerms {
  /** The least and the most of the delivery fee, if the book is ordered alone; equal if it is the same everywhere. */
  fee: { leastPaise: number; mostPaise: number };
  /** Working days until a parcel is packed, at most. */
  packingDays: number;
  /** JavaScript's numbers of the days of the week on which the shop packs. */
  packsOn: readonly number[];
  /** Working days in transit: the minimum of the nearest region and the maximum of the farthest. */
  transitDays: [number, number];
  /** Days for a return, from the day the parcel arrives. */
  returnDays: number;
}

/** The terms for a book of this price and weight. */
export function termsOf(
  { pricePaise, weightGrams }: { pricePaise: number; weightGrams: number | null },
  settings: ShopSettings,
): OfferTerms {
  const { delivery, returnDays } = settings.policies;
  const grams = weighParcel([{ copies: 1, grams: weightGrams }], settings.usualGrams);
  const transit = [delivery.cities, delivery.rest, delivery.far];
  return {
    fee: deliverySpan(pricePaise, settings, { grams, pin: null }),
    packingDays: delivery.packingDays,
    packsOn: delivery.packsOn,
    transitDays: [Math.min(...transit.map(([from]) => from)), Math.max(...transit.map(([, to]) => to))],
    returnDays,
  };
}
