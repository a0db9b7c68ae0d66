import { createStore, type Store } from "#app/client/storage/store.ts";

const cookiePattern = /(?:^|;\s*)cart-count=(\d+)/;
let channel: BroadcastChannel | null = null;

/** How many copies are in the cart: 0 on the server, then what the `cart-count` cookie and other tabs say. */
export const cartCount: Store<number> = createStore(0, (signal) => {
  cartCount.set(readCookie());
  channel = new BroadcastChannel("cart-count");
  channel.addEventListener("message", ({ data }: MessageEvent) => typeof data === "number" && cartCount.set(data));
  window.addEventListener("pageshow", reread, { signal });
  document.addEventListener("visibilitychange", reread, { signal });
  signal.addEventListener("abort", () => {
    channel?.close();
    channel = null;
  });
});

function readCookie(): number {
  return Number(cookiePattern.exec(document.cookie)?.[1] ?? 0);
}

/** Whether this browser has kept the cookies of a cart. */
export function isCartKept(): boolean {
  return cookiePattern.test(document.cookie);
}

function reread() {
  if (document.visibilityState === "visible") cartCount.set(readCookie());
}

/** The number the badge shows now. */
export const currentCartCount: () => number = cartCount.get;

/** Shows a new number, that of the cookie when none is given, here and in the reader's other tabs. */
export function setCartCount(next = readCookie()): void {
  cartCount.set(next);
  channel?.postMessage(next);
}
