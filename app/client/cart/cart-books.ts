import { storeOnDevice } from "#app/client/storage/denied-storage.ts";
import { createStore, type Store } from "#app/client/storage/store.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { cartCount, readCartCount } from "./cart-count.ts";

/** Number of copies by book id. */
export type CartBooks = Record<string, number>;

/** The number of copies in the whole cart, and its books, as `localStorage` keeps them. */
type StoredBooks = [count: number, books: CartBooks];

const storageKey = "cart-books";

/** The books that this browser knows to be in the cart; none on the server. */
export const cartBooks: Store<CartBooks> = createStore<CartBooks>({}, (signal) => {
  const reread = () => cartBooks.set(readCartBooks());
  signal.addEventListener("abort", cartCount.subscribe(reread));
  reread();
});

/**
 * Returns the books that this browser knows to be in the cart. Once the number of copies has changed elsewhere, such as
 * on another device, it knows none.
 */
export function readCartBooks(): CartBooks {
  const stored = parseJson(localStorage.getItem(storageKey) ?? "") as StoredBooks | undefined;
  return stored?.[0] === readCartCount() ? stored[1] : {};
}

/** Remembers the books of the cart, after the cookie has their number of copies. */
export function rememberCartBooks(books: CartBooks): void {
  storeOnDevice(storageKey, JSON.stringify([readCartCount(), books] satisfies StoredBooks));
  cartBooks.set(books);
}
