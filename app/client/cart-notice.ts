import { createStore, useStore } from "./store.ts";

/** What the shop says after something was put in the cart, or could not be. */
export interface CartNotice {
  message: string;
  isError: boolean;
}

const notice = createStore<CartNotice | null>(null);

/** The notice shown now, null when there is none. */
export function useCartNotice(): CartNotice | null {
  return useStore(notice, (shown) => shown, null);
}

/** Shows a notice, or takes it away. */
export const setCartNotice: (next: CartNotice | null) => void = notice.set;
