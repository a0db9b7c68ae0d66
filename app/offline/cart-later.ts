import { currentCartCount, setCartCount } from "#app/visitor/cart-count.ts";
import { setCartNotice } from "#app/visitor/cart-notice.ts";
import { laterChanged } from "./later-changed.ts";

/** A book that was chosen while there was no connection, at the price the reader saw, in paise. */
export interface LaterBook {
  bookId: string;
  title: string;
  copies: number;
  seenPaise: number;
}

/** What `/cart/catch-up` answers. */
export interface CatchUpAnswer {
  /** Copies in the cart now, and how many of them are new. */
  count: number;
  added: number;
  /** In words, what is not as the reader left it. */
  news: { bookId: string; words: string[] }[];
}

/** What the reader is told when the books have gone to the shop; `isUnsure` when its answer did not come back. */
export interface LaterNews {
  added: number;
  isUnsure: boolean;
  books: { title: string; words: string[] }[];
}

const storageKey = "cart-later";
/** Whose cart it is: the word that goes with the session's or the guest cart's cookie. */
function word(): string {
  return /(?:^|; )kept-for=([^;]+)/.exec(document.cookie)?.[1] ?? "nobody";
}

/** The books that wait; another reader's are never shown nor sent. */
export function readLater(): LaterBook[] {
  const later = JSON.parse(localStorage.getItem(storageKey) ?? "null") as { of: string; books: LaterBook[] } | null;
  return later?.of === word() ? later.books : [];
}

function writeLater(books: LaterBook[]) {
  if (books.length > 0) localStorage.setItem(storageKey, JSON.stringify({ of: word(), books }));
  else localStorage.removeItem(storageKey);
  dispatchEvent(new Event(laterChanged));
}

/** Puts one copy aside until the shop can be reached. */
export function keepForLater(book: Omit<LaterBook, "copies">): void {
  const books = readLater();
  const known = books.find(({ bookId }) => bookId === book.bookId);
  writeLater([...books.filter((one) => one !== known), { ...book, copies: Math.min(20, (known?.copies ?? 0) + 1) }]);
  // The badge keeps its number on the next page; the shop's next answer sets it right.
  document.cookie = `cart-count=${currentCartCount()}; Path=/; Max-Age=31536000; SameSite=Lax`;
  setCartNotice({ message: `${book.title} goes into your cart when you are online again.`, isError: false });
}

/**
 * Sends what waits, once, whichever tab comes first. Null when nothing waits or the shop is still out of reach. A call
 * that breaks off in the middle is not made again: nobody gets a book twice that was chosen once.
 */
export function sendLater(): Promise<LaterNews | null> {
  return navigator.locks.request("cart-later", async () => {
    const books = readLater();
    if (books.length === 0) return null;
    const isReached = await fetch("/cart/catch-up").then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isReached) return null;
    writeLater([]);
    try {
      const wishes = books.map(({ bookId, copies, seenPaise }) => ({ bookId, copies, seenPaise }));
      const response = await fetch("/cart/catch-up", {
        method: "POST",
        body: new URLSearchParams({ books: JSON.stringify(wishes) }),
        headers: { accept: "application/json" },
      });
      if (response.status === 429) {
        writeLater(books);
        return null;
      }
      const { count, added, news } = (await response.json()) as CatchUpAnswer;
      setCartCount(count);
      const titles = new Map(books.map(({ bookId, title }) => [bookId, title]));
      return {
        added,
        isUnsure: false,
        books: news.map(({ bookId, words }) => ({ title: titles.get(bookId)!, words })),
      };
    } catch {
      return { added: 0, isUnsure: true, books: books.map(({ title }) => ({ title, words: [] })) };
    }
  });
}
