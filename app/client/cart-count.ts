import { useSyncExternalStore } from "react";

const cookiePattern = /(?:^|;\s*)cart-count=(\d+)/;
const listeners = new Set<() => void>();
let count = 0;
let channel: BroadcastChannel | null = null;

function readCookie(): number {
  return Number(cookiePattern.exec(document.cookie)?.[1] ?? 0);
}

function show(next: number) {
  if (next === count) return;
  count = next;
  for (const listener of listeners) listener();
}

function reread() {
  if (document.visibilityState === "visible") show(readCookie());
}

function hear(event: MessageEvent) {
  if (typeof event.data === "number") show(event.data);
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    count = readCookie();
    channel = new BroadcastChannel("cart-count");
    channel.addEventListener("message", hear);
    window.addEventListener("pageshow", reread);
    document.addEventListener("visibilitychange", reread);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = null;
    window.removeEventListener("pageshow", reread);
    document.removeEventListener("visibilitychange", reread);
  };
}

/** How many copies are in the cart: 0 on the server, then what the `cart-count` cookie and other tabs say. */
export function useCartCount(): number {
  return useSyncExternalStore(subscribe, currentCartCount, () => 0);
}

/** The number the badge shows now. */
export function currentCartCount(): number {
  return count;
}

/** Shows a new number, that of the cookie when none is given, here and in the reader's other tabs. */
export function setCartCount(next = readCookie()): void {
  show(next);
  channel?.postMessage(next);
}
