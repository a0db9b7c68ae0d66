import { useEffect, useRef, useState } from "react";

import { deskHref } from "#desk/desk-routes.ts";
import type { PickableBook } from "#desk/http/books/book-choice.ts";

/** The pause in typing after which suggestions are requested, in milliseconds. */
const typingPause = 200;

/**
 * The books that a typed text suggests; null until they are known, and for a text of less than two letters. `onFound` is
 * called when they are.
 */
export function useSuggestedBooks(text: string, onFound: (books: PickableBook[]) => void): PickableBook[] | null {
  const [found, setFound] = useState<{ text: string; books: PickableBook[] } | null>(null);
  const typed = text.trim();
  const tell = useRef(onFound);
  useEffect(() => {
    tell.current = onFound;
  });
  useEffect(() => {
    if (typed.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void suggestBooks(typed, stop.signal).then((books) => {
        if (!books) return;
        setFound({ text: typed, books });
        tell.current(books);
      });
    }, typingPause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed]);
  return typed.length >= 2 && found?.text === typed ? found.books : null;
}

/** Books that match a text; null if the request fails. */
export async function suggestBooks(text: string, signal: AbortSignal): Promise<PickableBook[] | null> {
  try {
    // Do not follow the redirect to the sign-in page after the session has ended.
    const answer = await fetch(deskHref("/find/books", { text }), { signal, redirect: "manual" });
    return answer.ok ? ((await answer.json()) as PickableBook[]) : null;
  } catch {
    return null;
  }
}
