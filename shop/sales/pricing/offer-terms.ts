import type { ShopSettings } from "#shop/services.ts";
import { deliveryFee } from "./price-cart.ts";

/** The terms of delivery and return for one copy of a book, from the settings. */
export interface OfferTerms {
  /** The delivery fee, if the book is ordered alone. */
  deliveryPaise: number;
  /** Working days until a parcel is packed, at most. */
  packingDays: number;
  /** JavaScript's numbers of the days of the week on which the shop packs. */
  packsOn: readonly number[];
  /** Working days in transit: the minimum of the nearest region and the maximum of the farthest. */
  transitDays: [number, number];
  /** Days for a return, from the day the parcel arrives. */
  returnDays: number;
}

/** The terms for a book of this price. */
export function termsOf({ pricePaise }: { pricePaise: number }, settings: ShopSettings): OfferTerms {
  const { delivery, returnDays } = settings.policies;
  const transit = [delivery.cities, delivery.rest, delivery.far];
  return {
    deliveryPaise: deliveryFee(pricePaise, settings),
    packingDays: delivery.packingDays,
    packsOn: delivery.packsOn,
    transitDays: [Math.min(...transit.map(([from]) => from)), Math.max(...transit.map(([, to]) => to))],
    returnDays,
  };
}
