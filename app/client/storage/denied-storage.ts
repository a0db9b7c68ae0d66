/**
 * Script for the head of every page, before any other script: where the browser denies site data (cookies are blocked, a frame
 * of another site, a sandbox), it puts storages in memory in place of `localStorage` and `sessionStorage`, so that no other
 * code meets a `SecurityError`, and sets `data-storage="denied"` on the document.
 */
export const deniedStorageScript = `
for (const name of ["localStorage", "sessionStorage"]) {
  try {
    window[name].getItem("");
  } catch {
    const items = new Map();
    const storage = {
      get length() { return items.size; },
      key: (place) => [...items.keys()][place] ?? null,
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, text) => void items.set(key, String(text)),
      removeItem: (key) => void items.delete(key),
      clear: () => items.clear(),
    };
    Object.defineProperty(window, name, { value: storage, configurable: true });
    document.documentElement.dataset.storage = "denied";
  }
}
try {
  document.cookie;
} catch {
  Object.defineProperty(document, "cookie", { value: "", writable: true, configurable: true });
}
`;

/** What the reader loses: cookies hold the cart and the sign-in, storage holds what this device remembers. */
export function findDeniedStorage(): "cookies" | "storage" | null {
  if (!navigator.cookieEnabled) return "cookies";
  return document.documentElement.dataset.storage === "denied" ? "storage" : null;
}

/** Whether the reader came here from outside: a page before this one of the same site has told them. */
export function isFirstOfVisit(): boolean {
  return window === window.top && !document.referrer.startsWith(`${location.origin}/`);
}

/** Stores a text on this device, for other pages; a store that is full keeps what it has. */
export function keepOnDevice(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // It is lost with the page.
  }
}
