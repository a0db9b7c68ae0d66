import type { ShopSettings } from "#shop/services.ts";
import { deliveryFee } from "./price-cart.ts";

/** How the shop sends one copy of a book and takes it back, from its settings. */
export interface OfferTerms {
  /** For this book alone. */
  deliveryPaise: number;
  /** Working days at most until a parcel leaves. */
  packingDays: number;
  /** Working days on the road, from the nearest region's least to the farthest region's most. */
  transitDays: [number, number];
  /** Days in which a book may come back, from the day the parcel arrives. */
  returnDays: number;
}

/** The terms that hold for a book of that price. */
export function termsOf({ pricePaise }: { pricePaise: number }, settings: ShopSettings): OfferTerms {
  const { delivery, returnDays } = settings.policies;
  const transit = [delivery.cities, delivery.rest, delivery.far];
  return {
    deliveryPaise: deliveryFee(pricePaise, settings),
    packingDays: delivery.packingDays,
    transitDays: [Math.min(...transit.map(([from]) => from)), Math.max(...transit.map(([, to]) => to))],
    returnDays,
  };
}
