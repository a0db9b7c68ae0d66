import { createStore, type Store } from "#app/client/storage/store.ts";

/** What the shop says after something was put in the cart, or could not be. */
export interface CartNotice {
  message: string;
  isError: boolean;
}

/** The notice shown now, null when there is none. */
export const cartNotice: Store<CartNotice | null> = createStore<CartNotice | null>(null);

/** Shows a notice, or takes it away. */
export const setCartNotice: (next: CartNotice | null) => void = cartNotice.set;
