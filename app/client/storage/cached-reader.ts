import { useState } from "react";

import { href } from "#routing/href.ts";
import { storeOnDevice } from "./denied-storage.ts";
import { createStore } from "./store.ts";
import { useStore } from "./use-store.ts";

declare global {
  interface Window {
    /** Writes the reader whom this browser believes to be signed in onto the document: see `first-paint.ts`. */
    readReader: () => void;
  }
}

const reader = createStore<string | null>(null, (signal) => {
  reader.set(currentReader());
  addEventListener("storage", refreshReader, { signal });
  addEventListener("pageshow", refreshReader, { signal });
  // With a token but no name, ask the server. If it does not know the token, nothing changes.
  if (currentReader() === "") void askWhoIAm();
});

/** Reads the sign-in state again: another tab, or the latest response, may have changed it. */
export function refreshReader(): void {
  window.readReader();
  reader.set(currentReader());
}

async function askWhoIAm() {
  const answer = await fetch(href("/api/auth/me")).catch(() => null);
  if (!answer?.ok) return;
  const text = await answer.text();
  storeOnDevice("auth-storage", text);
  refreshReader();
}

/**
 * Returns the name of the reader whom this browser believes to be signed in; empty when only the token is known, null
 * for a guest.
 */
export function currentReader(): string | null {
  return document.documentElement.dataset.reader ?? null;
}

/** `currentReader` as a hook; null on the server. */
export function useReader(): string | null {
  return useStore(reader, (name) => name, null);
}

/**
 * Whether a reader was signed in at any time since the page was opened. Stays true after signing out, because the
 * sign-out form is still being sent.
 */
export function useWasSignedIn(): boolean {
  const isKnown = useReader() !== null;
  const [wasSignedIn, setWasSignedIn] = useState(isKnown);
  if (isKnown && !wasSignedIn) setWasSignedIn(true);
  return wasSignedIn;
}

/** Removes the stored sign-in, the last searches and the books of the cart from this device, and updates the page. */
export function forgetReader(): void {
  for (const key of ["auth-storage", "auth-token", "last-searches", "cart-books"]) localStorage.removeItem(key);
  refreshReader();
}
