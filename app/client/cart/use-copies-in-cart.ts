import { useStore } from "#app/client/storage/use-store.ts";
import { cartBooks } from "./cart-books.ts";

/** Number of copies of a book that this browser knows to be in the cart; 0 on the server. */
export function useCopiesInCart(bookId: string): number {
  return useStore(cartBooks, (books) => books[bookId] ?? 0, 0);
}
