/** Queues books that a reader puts in the cart without a connection, and sends them once the shop is reachable. */
import { currentCartCount, setCartCount } from "#app/client/cart/cart-count.ts";
import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { storeOnDevice } from "#app/client/storage/denied-storage.ts";
import { postForm } from "#app/client/post-form.ts";
import { href } from "#routing/href.ts";
import { maxLinesPerCart, maxQuantityPerLine } from "#shop/sales/cart/cart.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { cachePartition } from "./cache-partition.ts";
import { cartQueueChanged } from "./cart-queue-changed.ts";

/** Queued book, with the price that the reader saw, in paise. */
export interface QueuedBook {
  bookId: string;
  title: string;
  copies: number;
  seenPaise: number;
}

/** JSON response of `/cart/catch-up`. */
export interface CartSyncResponse {
  /** Copies in the cart now, and how many of them this request added. */
  count: number;
  added: number;
  /** Sentences about books whose price, stock or number of copies changed. */
  news: { bookId: string; words: string[] }[];
}

/** Result of sending the queue, shown to the reader once. */
export interface CartSyncResult {
  /**
   * `answered`: the shop has added what it could. `unsure`: the connection was lost before the response arrived.
   * `parted`: the books belong to a reader who has signed out, and were dropped.
   */
  outcome: "answered" | "unsure" | "parted";
  added: number;
  books: { title: string; words: string[] }[];
}

/** Queue of one cache partition; `sending` contains the books of a request without a response yet. */
interface Waiting {
  partition: string;
  books: QueuedBook[];
  sending: QueuedBook[];
}

const storageKey = "cart-queue";

/** Whether a queue belongs to the current visitor. A guest's queue does, as a guest's cart does at sign-in. */
function isMine({ partition }: Waiting): boolean {
  return partition === cachePartition() || /^(nobody$|guest-)/.test(partition);
}

/** Reads the queue of the current visitor, and those of others. */
function readQueue(): { mine: Waiting; others: Waiting[] } {
  const found = parseJson(localStorage.getItem(storageKey) ?? "null");
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
  if (all.length > 0) storeOnDevice(storageKey, JSON.stringify(all));
  else localStorage.removeItem(storageKey);
  dispatchEvent(new Event(cartQueueChanged));
}

/** Returns the queued books of the current visitor; those of other readers are never shown or sent. */
export function readCartQueue(): QueuedBook[] {
  const { mine } = readQueue();
  return [...mine.sending, ...mine.books];
}

/** Queues one copy of a book until the shop can be reached. */
export function enqueueBook(book: Omit<QueuedBook, "copies">): void {
  const { mine, others } = readQueue();
  const known = mine.books.find(({ bookId }) => bookId === book.bookId);
  const copies = Math.min(maxQuantityPerLine, (known?.copies ?? 0) + 1);
  writeWaiting({ ...mine, books: [...mine.books.filter((book) => book !== known), { ...book, copies }] }, others);
  // The badge keeps its number on the next page; the shop's next response corrects it.
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `cart-count=${currentCartCount()}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  setCartNotice({ message: `${book.title} will be added to your cart when you are online again.`, isError: false });
}

/**
 * Sends the queue at most once, under a lock across tabs. Returns null when it is empty or the shop is unreachable. An
 * interrupted request is not retried, so that no book is added twice.
 */
export function syncCartQueue(): Promise<CartSyncResult | null> {
  return navigator.locks.request("cart-queue", async () => {
    if (localStorage.getItem(storageKey) === null) return null;
    const partitionBefore = cachePartition();
    if (!(await isShopReached())) return null;
    // The response may have ended the session, which changes the partition.
    const { mine, others } = readQueue();
    if (others.length > 0) {
      writeWaiting(mine, []);
      // Only the reader who was signed out just now may see the titles.
      const known = others.filter(({ partition }) => partition === partitionBefore);
      return {
        outcome: "parted",
        added: 0,
        books: known.flatMap(({ sending, books }) => withoutNews([...sending, ...books])),
      };
    }
    if (mine.sending.length > 0) {
      // No other tab has the lock, so the page that sent these books was closed before the response arrived.
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
    const { mine, others } = readQueue();
    writeWaiting({ ...mine, sending: [] }, others);
  }
}

/** Moves the books of a rejected request back into the queue. */
function putBack() {
  const { mine, others } = readQueue();
  writeWaiting({ ...mine, books: [...mine.sending, ...mine.books], sending: [] }, others);
}

function withoutNews(books: QueuedBook[]): CartSyncResult["books"] {
  return books.map(({ title }) => ({ title, words: [] }));
}
