import { useEffect, useState } from "react";

import { askDelivery } from "#app/client/storage/delivery-pin.ts";
import type { Cart } from "#shop/sales/cart/cart.ts";

/** A promise of delivery as the cart says it. */
export interface SaidPromise {
  words: string;
  /** For the bar of a narrow screen; null where there are none. */
  shortWords: string | null;
  /** It is for a PIN code, and has days. */
  isForPin: boolean;
}

/**
 * When the cart would be there, in words: as the page came, until a PIN code is typed or the cart changes; then as the
 * shop answers.
 */
export function useDeliveryPromise(asLoaded: SaidPromise, cart: Cart) {
  const [pin, setPin] = useState<string | null>(null);
  const [answered, setAnswered] = useState<SaidPromise | null>(null);

  useEffect(() => {
    if (pin === null || cart.lines.length === 0) return;
    let isCurrent = true;
    askDelivery(pin)
      .then(
        ({ pin: known, words, shortWords = null }) =>
          isCurrent && setAnswered({ words, shortWords, isForPin: known !== null }),
      )
      // Offline the promise stays as it was; paying needs the shop, and says so.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [pin, cart]);

  return { promise: answered ?? asLoaded, setPin };
}
