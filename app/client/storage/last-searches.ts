import { keepOnDevice } from "./denied-storage.ts";

/** Beside `first-paint.ts` and `forgetReader`, which take it away at sign-out. */
const storageKey = "last-searches";
const maxSearches = 5;
const maxLetters = 100;
const maxDigits = 5;

/** What was searched for on this device, newest first. */
export function lastSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((text) => typeof text === "string").slice(0, maxSearches) : [];
  } catch {
    return [];
  }
}

/** Keeps a text on this device, unless it may be somebody's address or number: whoever sits here next would read it. */
export function keepSearch(text: string): void {
  const kept = text.trim().replace(/\s+/g, " ");
  const isPrivate = kept.includes("@") || kept.includes("://") || (kept.match(/\p{N}/gu) ?? []).length > maxDigits;
  if (kept === "" || kept.length > maxLetters || isPrivate) return;
  store([kept, ...without(kept)]);
}

/** Forgets one of them, however it is written. */
export function forgetSearch(text: string): void {
  store(without(text));
}

function without(text: string) {
  return lastSearches().filter((other) => other.toLowerCase() !== text.toLowerCase());
}

function store(texts: string[]) {
  if (texts.length === 0) localStorage.removeItem(storageKey);
  else keepOnDevice(storageKey, JSON.stringify(texts.slice(0, maxSearches)));
}
