/** Finds the books of scanned codes and typed words: in the shop or, without a connection, in the list of this till. */
import { useState } from "react";

import { deskHref } from "#desk/desk-routes.ts";
import { shorten } from "#shop/kernel/text/clean-text.ts";
import type { TillBook } from "#shop/sales/counter/till-book.ts";
import type { FoundAtTill } from "./find.route.ts";
import { searchPriceList, usePriceList } from "./price-list.ts";

interface FoundWith {
  /** Adds the only book that a code names. */
  add: (book: TillBook, copies: number) => void;
  /** Notes a code that names no book. */
  noteUnknown: (code: string, copies: number) => void;
  say: (text: string, isWrong: boolean) => void;
}

/** The search of a till. `looking` counts those that are not answered yet, `found` are books to choose from. */
export function useFindBooks({ add, noteUnknown, say }: FoundWith) {
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

  /** A code stays noted, so that its book is not given away; words may be mistyped. */
  function miss(text: string, copies: number, why: string) {
    const code = text.replaceAll(/[\s-]/g, "");
    if (/^\d{6,20}X?$/i.test(code)) noteUnknown(code, copies);
    say(`“${shorten(text, 40)}” ${why}. F3 sells it by hand.`, true);
  }

  return { found, clearFound: () => setFound([]), looking, lookUp };
}
