import { useSyncExternalStore } from "react";

/** What the shop says after something was put in the cart, or could not be. */
export interface CartNotice {
  message: string;
  isError: boolean;
}

const listeners = new Set<() => void>();
let notice: CartNotice | null = null;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The notice shown now, null when there is none. */
export function useCartNotice(): CartNotice | null {
  return useSyncExternalStore(
    subscribe,
    () => notice,
    () => null,
  );
}

/** Shows a notice, or takes it away. */
export function setCartNotice(next: CartNotice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}
