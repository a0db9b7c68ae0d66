import { createStore, type Store } from "#app/client/storage/store.ts";

/** Message about a book that was put in the cart, or about why that failed. */
export interface CartNotice {
  message: string;
  isError: boolean;
  /** Whether the pressed button shows it too; then the notice is only announced to screen readers. */
  isAnswered?: boolean;
}

/** The notice on the page, or null. */
export const cartNotice: Store<CartNotice | null> = createStore<CartNotice | null>(null);

/** Shows a notice; null hides it. */
export const setCartNotice: (next: CartNotice | null) => void = cartNotice.set;
