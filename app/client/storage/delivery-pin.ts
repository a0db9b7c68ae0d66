import { href } from "#routing/href.ts";
import type { CartTotals } from "#shop/sales/cart/cart.ts";
import { storeOnDevice } from "./denied-storage.ts";

/** JSON response of `/delivery`; `pin` is null when the PIN code is invalid. */
export interface DeliveryAnswer {
  pin: string | null;
  words: string;
  /** Short version for a narrow bar; absent for an invalid PIN code. */
  shortWords?: string;
  /** The town of the PIN code; null if it is not sure, absent for an invalid PIN code. */
  town?: string | null;
  /** Whether orders to the PIN code may be paid on delivery; absent for an invalid PIN code. */
  isOnDeliveryThere?: boolean;
  /** The sums of the cart with delivery to the PIN code; absent for a book. */
  totals?: CartTotals;
}

const remembered = "delivery-pin";

/**
 * Fetches the delivery estimate of a book, or of the cart without `bookId`, and remembers a valid PIN code on the
 * device. Throws when the request fails.
 */
export async function fetchDelivery(pin: string, bookId?: string): Promise<DeliveryAnswer> {
  // Fetched without the router, because the router would leave the page when there is no connection.
  const response = await fetch(href("/delivery", { pin, book: bookId }));
  const answer = (await response.json()) as DeliveryAnswer;
  if (answer.pin) storeOnDevice(remembered, answer.pin);
  return answer;
}

/** Returns the PIN code that this device used last, or null. */
export function readPin(): string | null {
  return localStorage.getItem(remembered);
}
