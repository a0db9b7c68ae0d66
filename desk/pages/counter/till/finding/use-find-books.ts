/** Finds the books of scanned codes and typed words: in the shop or, without a connection, in the list of this till. */
import { useState } from "react";

import { deskHref } from "#desk/desk-routes.ts";
import type { TillBook } from "#shop/sales/counter/till-book.ts";
import type { FoundAtTill } from "./find.route.ts";
import { searchPriceList, usePriceList } from "./price-list.ts";

interface FoundWith {
  /** Adds the only book that a code names. */
  add: (book: TillBook, copies: number) => void;
  /** What to do with a text that names no book; `why` goes on from it. */
  miss: (text: string, copies: number, why: string) => void;
  say: (text: string, isWrong: boolean) => void;
}

/** The search of a till. `looking` counts those that are not answered yet, `found` are books to choose from. */
export function useFindBooks({ add, miss, say }: FoundWith) {
  const [found, setFound] = useState<TillBook[]>([]);
  const [looking, setLooking] = useState(0);
  const priceList = usePriceList();

  async function lookUp(text: string, copies: number) {
    setLooking((count) => count + 1);
    try {
      const response = await fetch(deskHref("/counter/find", { text }), { signal: AbortSignal.timeout(10_000) });
      if (!response.ok) throw new Error(String(response.status));
      const { books, isExact } = (await response.json()) as FoundAtTill;
      const [first] = books;
      if (first && isExact) add(first, copies);
      else if (first) setFound(books);
      else miss(text, copies, "is not in the shop");
    } catch {
      addUnchecked(text, copies);
    }
    setLooking((count) => count - 1);
  }

  /** Adds a book without a connection, at the price that this till knew last. */
  function addUnchecked(text: string, copies: number) {
    const { books, isExact } = searchPriceList(priceList.current, text);
    const [first] = books;
    if (first && isExact) {
      add(first, copies);
      say("No connection: price and copies as this till knew them last.", false);
    } else if (first) setFound(books);
    else miss(text, copies, "is not in the list of this till, and there is no connection");
  }

  return { found, clearFound: () => setFound([]), looking, lookUp };
}
