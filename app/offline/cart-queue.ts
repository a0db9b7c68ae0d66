import { currentCartCount, setCartCount } from "#app/client/cart/cart-count.ts";
import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { keepOnDevice } from "#app/client/storage/denied-storage.ts";
import { postForm } from "#app/client/post-form.ts";
import { href } from "#routing/href.ts";
import { maxLinesPerCart, maxQuantityPerLine } from "#shop/sales/cart/cart.ts";
import { cachePartition } from "./cache-partition.ts";
import { cartQueueChanged } from "./cart-queue-changed.ts";

/** A book that was chosen while there was no connection, at the price the reader saw, in paise. */
export interface QueuedBook {
  bookId: string;
  title: string;
  copies: number;
  seenPaise: number;
}

/** What `/cart/catch-up` answers. */
export interface CartSyncResponse {
  /** Copies in the cart now, and how many of them are new. */
  count: number;
  added: number;
  /** In words, what is not as the reader left it. */
  news: { bookId: string; words: string[] }[];
}

/** What became of the books that waited, for the reader to be told once. */
export interface CartSyncResult {
  /**
   * `answered`: the shop has put in the cart what it could. `unsure`: its answer did not come back. `parted`: they were
   * chosen by a reader who is not signed in any more, and went nowhere.
   */
  outcome: "answered" | "unsure" | "parted";
  added: number;
  books: { title: string; words: string[] }[];
}

/** What waits for one word; `sending` is on its way, and stays here until the shop has answered. */
interface Waiting {
  partition: string;
  books: QueuedBook[];
  sending: QueuedBook[];
}

const storageKey = "cart-queue";

/** What a guest of this device chose goes to whoever is here, as a guest's cart does. */
function isMine({ partition }: Waiting): boolean {
  return partition === cachePartition() || /^(nobody$|guest-)/.test(partition);
}

/** What waits for the one who is here, and for others. */
function readWaiting(): { mine: Waiting; others: Waiting[] } {
  const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
  const all = Array.isArray(found) ? (found as Waiting[]) : [];
  const own = all.filter(isMine);
  return {
    mine: {
      partition: cachePartition(),
      books: own.flatMap(({ books }) => books),
      sending: own.flatMap(({ sending }) => sending),
    },
    others: all.filter((entry) => !own.includes(entry)),
  };
}

function writeWaiting(mine: Waiting, others: Waiting[]) {
  const all = [mine, ...others].filter(({ books, sending }) => books.length + sending.length > 0);
  if (all.length > 0) keepOnDevice(storageKey, JSON.stringify(all));
  else localStorage.removeItem(storageKey);
  dispatchEvent(new Event(cartQueueChanged));
}

/** The books that wait; another reader's are never shown nor sent. */
export function readCartQueue(): QueuedBook[] {
  const { mine } = readWaiting();
  return [...mine.sending, ...mine.books];
}

/** Puts one copy aside until the shop can be reached. */
export function enqueueBook(book: Omit<QueuedBook, "copies">): void {
  const { mine, others } = readWaiting();
  const known = mine.books.find(({ bookId }) => bookId === book.bookId);
  const copies = Math.min(maxQuantityPerLine, (known?.copies ?? 0) + 1);
  writeWaiting({ ...mine, books: [...mine.books.filter((book) => book !== known), { ...book, copies }] }, others);
  // The badge keeps its number on the next page; the shop's next answer sets it right.
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `cart-count=${currentCartCount()}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  setCartNotice({ message: `${book.title} will be added to your cart when you are online again.`, isError: false });
}

/**
 * Sends what waits, once, whichever tab comes first. Null when nothing waits or the shop is still out of reach. A call
 * that breaks off in the middle is not made again: nobody gets a book twice that was chosen once.
 */
export function syncCartQueue(): Promise<CartSyncResult | null> {
  return navigator.locks.request("cart-queue", async () => {
    if (localStorage.getItem(storageKey) === null) return null;
    const partitionBefore = cachePartition();
    if (!(await isShopReached())) return null;
    // The answer may have said that the session is over: from here on the word is that of now.
    const { mine, others } = readWaiting();
    if (others.length > 0) {
      writeWaiting(mine, []);
      // Their names are for the one who has just been signed out here, and for nobody after.
      const known = others.filter(({ partition }) => partition === partitionBefore);
      return {
        outcome: "parted",
        added: 0,
        books: known.flatMap(({ sending, books }) => withoutNews([...sending, ...books])),
      };
    }
    if (mine.sending.length > 0) {
      // Nobody else holds the lock: the page that sent these was closed before it heard.
      writeWaiting({ ...mine, sending: [] }, []);
      return { outcome: "unsure", added: 0, books: withoutNews(mine.sending) };
    }
    return mine.books.length > 0 ? send(mine) : null;
  });
}

function isShopReached(): Promise<boolean> {
  return fetch(href("/cart/catch-up")).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function send({ partition, books }: Waiting): Promise<CartSyncResult | null> {
  const sending = books.slice(0, maxLinesPerCart);
  writeWaiting({ partition, books: books.slice(maxLinesPerCart), sending }, []);
  try {
    const items = sending.map(({ bookId, copies, seenPaise }) => ({ bookId, copies, seenPaise }));
    const fields = Object.entries({ books: JSON.stringify(items) });
    const response = await postForm(href("/cart/catch-up"), fields, { keepalive: true });
    if (response.status === 429) {
      putBack();
      return null;
    }
    const { count, added, news } = (await response.json()) as CartSyncResponse;
    setCartCount(count);
    const titles = new Map(sending.map(({ bookId, title }) => [bookId, title]));
    return {
      outcome: "answered",
      added,
      books: news.map(({ bookId, words }) => ({ title: titles.get(bookId) ?? bookId, words })),
    };
  } catch {
    return { outcome: "unsure", added: 0, books: withoutNews(sending) };
  } finally {
    const { mine, others } = readWaiting();
    writeWaiting({ ...mine, sending: [] }, others);
  }
}

/** Nothing was taken: the books wait on. */
function putBack() {
  const { mine, others } = readWaiting();
  writeWaiting({ ...mine, books: [...mine.sending, ...mine.books], sending: [] }, others);
}

function withoutNews(books: QueuedBook[]): CartSyncResult["books"] {
  return books.map(({ title }) => ({ title, words: [] }));
}
