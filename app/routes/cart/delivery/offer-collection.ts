import { needsAddress } from "#shop/sales/cart/collection.ts";
import type { ShopSettings } from "#shop/services.ts";
import type { CollectionOffer } from "./collection-choice.tsx";

/** The shop as a place to collect an order; null if that is not offered. */
export function offerCollection(
  { name, seller, policies, collection }: ShopSettings,
  { isChosen, totalPaise }: { isChosen: boolean; totalPaise: number },
): CollectionOffer | null {
  return (
    collection && {
      isChosen,
      withAddress: isChosen && needsAddress(totalPaise),
      place: [name, ...seller.addressLines],
      hours: policies.supportHours,
      keptDays: collection.keptDays,
    }
  );
}
