/**
 * Script for the head of every page, before all other scripts. Where the browser denies site data (blocked cookies, a
 * frame of another site, a sandbox), it replaces `localStorage` and `sessionStorage` by storages in memory, so that no
 * other code gets a `SecurityError`, and sets `data-storage="denied"` on the document.
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

/**
 * Returns what the browser denies: `cookies` (cart and sign-in need them), or only `storage` (wishlist and last
 * searches); null if it denies nothing.
 */
export function findDeniedStorage(): "cookies" | "storage" | null {
  if (!navigator.cookieEnabled) return "cookies";
  return document.documentElement.dataset.storage === "denied" ? "storage" : null;
}

/**
 * Whether this is the first page of a visit: the reader came from another site, or directly. Only this page shows the
 * notice.
 */
export function isFirstOfVisit(): boolean {
  return window === window.top && !document.referrer.startsWith(`${location.origin}/`);
}

/** Stores a text in `localStorage`; does nothing when the storage is full. */
export function storeOnDevice(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The value is lost when the page closes.
  }
}
