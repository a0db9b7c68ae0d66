import { createStore, useStore } from "./store.ts";

const cookiePattern = /(?:^|;\s*)cart-count=(\d+)/;
let channel: BroadcastChannel | null = null;

const count = createStore(0, (signal) => {
  count.set(readCookie());
  channel = new BroadcastChannel("cart-count");
  channel.addEventListener("message", ({ data }: MessageEvent) => typeof data === "number" && count.set(data));
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

function reread() {
  if (document.visibilityState === "visible") count.set(readCookie());
}

/** How many copies are in the cart: 0 on the server, then what the `cart-count` cookie and other tabs say. */
export function useCartCount(): number {
  return useStore(count, (copies) => copies, 0);
}

/** The number the badge shows now. */
export const currentCartCount: () => number = count.get;

/** Shows a new number, that of the cookie when none is given, here and in the reader's other tabs. */
export function setCartCount(next = readCookie()): void {
  count.set(next);
  channel?.postMessage(next);
}
