import { useStore } from "#app/client/storage/use-store.ts";
import { wishes } from "./wishes.ts";

/** Whether a book is on the wishlist that this browser knows; false on the server. */
export function useIsWished(bookId: string): boolean {
  return useStore(wishes, ({ books }) => books.includes(bookId), false);
}

/** Book ids of the wishlist on this device, newest first; null on the server. */
export function useWishes(): string[] | null {
  return useStore(wishes, ({ books }) => books, null);
}
