import { href } from "#routing/href.ts";
import { keepOnDevice } from "./denied-storage.ts";

/** What `/delivery` says of a PIN code; `pin` is null where it is none. */
export interface DeliveryAnswer {
  pin: string | null;
  words: string;
  /** The same for a narrow bar; what is no PIN code has none. */
  shortWords?: string;
}

const remembered = "delivery-pin";

/** Asks when a book, or without one the cart, would be at a PIN code, which the device then remembers. Throws when the shop does not answer. */
export async function askDelivery(pin: string, bookId?: string): Promise<DeliveryAnswer> {
  // Not through the router, which would leave the page when there is no connection.
  const response = await fetch(href("/delivery", { pin, book: bookId }));
  const answer = (await response.json()) as DeliveryAnswer;
  if (answer.pin) keepOnDevice(remembered, answer.pin);
  return answer;
}

/** The PIN code this device asked for last; null when there was none. */
export function readPin(): string | null {
  return localStorage.getItem(remembered);
}
