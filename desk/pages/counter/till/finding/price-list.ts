/** The books on hand with their prices, kept in the browser so that a till finds them without a connection. */
import { useEffect, useRef, type RefObject } from "react";

import { deskHref } from "#desk/desk-routes.ts";
import type { FoundAtTill } from "./find.route.ts";
import type { TillBook } from "#shop/sales/counter/till-book.ts";

/** Minutes after which an open till reads the list again. */
const listMinutes = 15;

/** Most books that a search without a connection shows. */
const mostFound = 8;

/** Fetches the list and keeps it; without a connection it is the one that was kept. Empty if there is none. */
export async function readPriceList(): Promise<TillBook[]> {
  const path = deskHref("/counter/list");
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(60_000) });
    if (!response.ok) throw new Error(String(response.status));
    const kept = response.clone();
    const books = (await response.json()) as TillBook[];
    await (await caches.open("till")).put(path, kept);
    return books;
  } catch {
    const kept = await caches.match(path).catch(() => undefined);
    return kept ? ((await kept.json()) as TillBook[]) : [];
  }
}

/** The books of a list that a scanned code or typed words name, as the shop would find them. */
export function searchPriceList(books: TillBook[], text: string): { books: TillBook[]; isExact: boolean } {
  const code = text.replaceAll(/[\s-]/g, "");
  const exact = books.find(({ isbn, bookId }) => isbn === code || bookId === text);
  if (exact) return { books: [exact], isExact: true };
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = books.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  return { books: found.slice(0, mostFound), isExact: false };
}

/** Looks a scanned code or typed words up in the shop, or without a connection in the list of this till. */
export async function lookUpBooks(text: string, list: TillBook[]): Promise<FoundAtTill & { isOffline: boolean }> {
  try {
    const response = await fetch(deskHref("/counter/find", { text }), { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(String(response.status));
    return { ...((await response.json()) as FoundAtTill), isOffline: false };
  } catch {
    return { ...searchPriceList(list, text), isOffline: true };
  }
}

/** The list of this till, read when its page opens and every quarter of an hour. */
export function usePriceList(): RefObject<TillBook[]> {
  const list = useRef<TillBook[]>([]);
  useEffect(() => {
    const read = () => void readPriceList().then((books) => (list.current = books));
    read();
    const timer = setInterval(read, listMinutes * 60_000);
    return () => clearInterval(timer);
  }, []);
  return list;
}
