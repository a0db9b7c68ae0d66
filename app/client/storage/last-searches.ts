import { storeOnDevice } from "./denied-storage.ts";

/** `first-paint.ts` and `forgetReader` remove this key at sign-out. */
const storageKey = "last-searches";
const maxSearches = 5;
const maxLetters = 100;
const maxDigits = 5;

/** Returns the last searches on this device, newest first. */
export function lastSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((text) => typeof text === "string").slice(0, maxSearches) : [];
  } catch {
    return [];
  }
}

/**
 * Remembers a search on this device, unless it may be an address, a link or a phone number: the next user of a shared
 * device could read it.
 */
export function keepSearch(text: string): void {
  const kept = text.trim().replace(/\s+/g, " ");
  const isPrivate = kept.includes("@") || kept.includes("://") || (kept.match(/\p{N}/gu) ?? []).length > maxDigits;
  if (kept === "" || kept.length > maxLetters || isPrivate) return;
  store([kept, ...without(kept)]);
}

/** Removes a search, ignoring case. */
export function forgetSearch(text: string): void {
  store(without(text));
}

function without(text: string) {
  return lastSearches().filter((other) => other.toLowerCase() !== text.toLowerCase());
}

function store(texts: string[]) {
  if (texts.length === 0) localStorage.removeItem(storageKey);
  else storeOnDevice(storageKey, JSON.stringify(texts.slice(0, maxSearches)));
}
