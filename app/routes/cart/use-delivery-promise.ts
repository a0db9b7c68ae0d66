import { useEffect, useState } from "react";

import { askDelivery } from "#app/client/delivery-pin.ts";
import type { Cart } from "#shop/cart/cart.ts";

/**
 * When the cart would be there, in words: as the page came, until a PIN code is typed or the cart changes; then as the
 * shop answers.
 */
export function useDeliveryPromise(asLoaded: string, cart: Cart): { promise: string; setPin: (pin: string) => void } {
  const [pin, setPin] = useState<string | null>(null);
  const [answered, setAnswered] = useState<string | null>(null);

  useEffect(() => {
    if (pin === null || cart.lines.length === 0) return;
    let isCurrent = true;
    askDelivery(pin)
      .then(({ words }) => isCurrent && setAnswered(words))
      // Offline the promise stays as it was; paying needs the shop, and says so.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [pin, cart]);

  return { promise: answered ?? asLoaded, setPin };
}
