import { promiseDelivery, promiseReady, type Arrival, type Parcel } from "#shop/kernel/regions/delivery-promise.ts";
import type { DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";

/** The data of an order that determines its promise. */
export interface OrderToPromise extends Parcel {
  isCollection: boolean;
}

/**
 * The arrival that an order is promised when it becomes a sale: of its parcel, null if the PIN code is unknown; or the
 * day on which it is ready at the shop.
 */
export function promiseOrder(times: DeliveryTimes, order: OrderToPromise): Arrival | null {
  if (!order.isCollection) return promiseDelivery(times, order).arrival;
  const day = promiseReady(times, order);
  return { from: day, by: day };
}
