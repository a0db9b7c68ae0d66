import { useState } from "react";

import { href } from "#routing/href.ts";
import { keepOnDevice } from "./denied-storage.ts";
import { createStore } from "./store.ts";
import { useStore } from "./use-store.ts";

declare global {
  interface Window {
    /** Reads the browser's note of who is signed in onto the document: see `first-paint.ts`. */
    readReader: () => void;
  }
}

const reader = createStore<string | null>(null, (signal) => {
  reader.set(currentReader());
  addEventListener("storage", refreshReader, { signal });
  addEventListener("pageshow", refreshReader, { signal });
  // Only a token: the server is asked whose it is. When it does not know, the note stays as it is.
  if (currentReader() === "") void askWhoIAm();
});

/** Looks again: another tab, or the answer the browser has just got, may have changed who is signed in. */
export function refreshReader(): void {
  window.readReader();
  reader.set(currentReader());
}

async function askWhoIAm() {
  const answer = await fetch(href("/api/auth/me")).catch(() => null);
  if (!answer?.ok) return;
  const text = await answer.text();
  keepOnDevice("auth-storage", text);
  refreshReader();
}

/** The name of the reader this browser believes to be signed in; empty when it does not know the name, null for a guest. */
export function currentReader(): string | null {
  return document.documentElement.dataset.reader ?? null;
}

/** The same, for a component: null on the server, then what the browser knows. */
export function useReader(): string | null {
  return useStore(reader, (name) => name, null);
}

/** Whether a reader has been known since the page was opened, also when they have signed out: that form is still being sent. */
export function useWasSignedIn(): boolean {
  const isKnown = useReader() !== null;
  const [wasSignedIn, setWasSignedIn] = useState(isKnown);
  if (isKnown && !wasSignedIn) setWasSignedIn(true);
  return wasSignedIn;
}

/** Takes the note away, here and in the reader's other tabs, and what was searched for on this device. */
export function forgetReader(): void {
  for (const key of ["auth-storage", "auth-token", "last-searches"]) localStorage.removeItem(key);
  refreshReader();
}
