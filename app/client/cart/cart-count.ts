import { createStore, type Store } from "#app/client/storage/store.ts";

const cookiePattern = /(?:^|;\s*)cart-count=(\d+)/;
let channel: BroadcastChannel | null = null;

/**
 * Number of copies in the cart: 0 on the server, in the browser the value of the `cart-count` cookie, synchronised with
 * other tabs.
 */
export const cartCount: Store<number> = createStore(0, (signal) => {
  cartCount.set(readCartCount());
  channel = new BroadcastChannel("cart-count");
  channel.addEventListener("message", ({ data }: MessageEvent) => typeof data === "number" && cartCount.set(data));
  window.addEventListener("pageshow", reread, { signal });
  document.addEventListener("visibilitychange", reread, { signal });
  signal.addEventListener("abort", () => {
    channel?.close();
    channel = null;
  });
});

/** Number of copies in the cart by the `cart-count` cookie, without changes that the shop has not confirmed. */
export function readCartCount(): number {
  return Number(cookiePattern.exec(document.cookie)?.[1] ?? 0);
}

/** Whether this browser has stored a `cart-count` cookie; false where cookies are blocked. */
export function isCartStored(): boolean {
  return cookiePattern.test(document.cookie);
}

function reread() {
  if (document.visibilityState === "visible") cartCount.set(readCartCount());
}

/** Returns the number that the badge shows now. */
export const currentCartCount: () => number = cartCount.get;

/** Sets the count in this tab and in the reader's other tabs; defaults to the value of the cookie. */
export function setCartCount(next = readCartCount()): void {
  cartCount.set(next);
  channel?.postMessage(next);
}
