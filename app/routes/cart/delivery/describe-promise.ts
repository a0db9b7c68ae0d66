import {
  formatPromise,
  formatShortPromise,
  nameDay,
  promiseDelivery,
  promiseReady,
  type Parcel,
} from "#shop/kernel/regions/delivery-promise.ts";
import type { DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";
import type { SaidPromise } from "./use-delivery-promise.ts";

/** When the cart arrives, for its delivery fee, or is ready at the shop. */
export function describePromise(
  times: DeliveryTimes,
  parcel: Parcel,
  how: { leastPaise: number; mostPaise: number } | "collected",
): Omit<SaidPromise, "isOnDeliveryThere"> {
  if (how === "collected") {
    const words = `Free to collect at the shop, ready by ${nameDay(promiseReady(times, parcel))}`;
    return { words: `${words}.`, shortWords: words, isForPin: true };
  }
  const promised = promiseDelivery(times, parcel);
  return {
    words: formatPromise(promised, how.leastPaise, how.mostPaise),
    shortWords: formatShortPromise(promised, how.leastPaise, how.mostPaise),
    isForPin: promised.pin !== null,
  };
}
