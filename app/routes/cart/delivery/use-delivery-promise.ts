import { useEffect, useState } from "react";

import { fetchDelivery } from "#app/client/storage/delivery-pin.ts";
import { totalsOf, type Cart, type CartTotals } from "#shop/sales/cart/cart.ts";

/** Delivery promise, formatted for the cart. */
export interface SaidPromise {
  words: string;
  /** Short version for the bar of narrow screens; null if there is none. */
  shortWords: string | null;
  /** Whether the promise is for a PIN code and has dates. */
  isForPin: boolean;
  /** The town of the PIN code; null if it is not sure, absent for the promise of the loaded page. */
  town?: string | null;
  /** Whether orders to the PIN code may be paid on delivery; true while no PIN code is known. */
  isOnDeliveryThere: boolean;
}

/** The shop's response, and the cart that it is about. */
interface Answered {
  promise: SaidPromise;
  totals: CartTotals | null;
  cart: Cart;
}

/**
 * Returns the delivery promise of the cart and its sums: until the PIN code or the cart changes, those of the loaded
 * page; then those of the shop's response.
 */
export function useDeliveryPromise(asLoaded: SaidPromise, cart: Cart) {
  const [pin, setPin] = useState<string | null>(null);
  const [answered, setAnswered] = useState<Answered | null>(null);

  useEffect(() => {
    if (pin === null || cart.lines.length === 0) return;
    let isCurrent = true;
    fetchDelivery(pin)
      .then(({ pin: known, words, shortWords = null, town = null, isOnDeliveryThere = true, totals = null }) => {
        const promise = { words, shortWords, isForPin: known !== null, town, isOnDeliveryThere };
        if (isCurrent) setAnswered({ promise, totals, cart });
      })
      // Offline the promise stays as it was; paying fails with a message of its own.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [pin, cart]);

  const totals = answered?.cart === cart ? answered.totals : null;
  return { promise: answered?.promise ?? asLoaded, totals: totals ?? totalsOf(cart), setPin };
}
