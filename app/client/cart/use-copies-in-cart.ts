import { useStore } from "#app/client/storage/use-store.ts";
import { cartBooks } from "./cart-books.ts";

/** Number of copies of a book that this browser knows to be in the cart; 0 on the server. */
export function useCopiesInCart(bookId: string): number {
  return useStore(cartBooks, (books) => books[bookId] ?? 0, 0);
}

/** Whether this browser knows each of several books to be in the cart; false on the server. */
export function useAreAllInCart(bookIds: string[]): boolean {
  return useStore(cartBooks, (books) => bookIds.every((id) => (books[id] ?? 0) > 0), false);
}
