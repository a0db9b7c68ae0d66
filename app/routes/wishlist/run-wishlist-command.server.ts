/** Runs the commands of the wishlist page on a reader's lists. */
import { addToCart } from "#shop/sales/cart/cart.server.ts";
import type { Services } from "#shop/services.ts";
import { addWish, listWishedIds, removeWish } from "#shop/people/wishlist/wishes.server.ts";
import {
  chooseLetters,
  createWishlist,
  deleteWishlist,
  editWish,
  renameWishlist,
  shareWishlist,
  unshareWishlist,
} from "#shop/people/wishlist/wishlists.server.ts";
import type { WishlistCommand } from "./wishlist-command.server.ts";
import type { WishlistFlash } from "./wishlist-messages.ts";

/** Result of a command: the message, and the list to show; null for the reader's first list. */
export interface WishlistCommandOutcome {
  flash: WishlistFlash;
  list: number | null;
  /** Number of copies in the cart, when it has changed. */
  cartCount?: number;
}

/** Runs a command on a reader's wishlists; null when its list or book does not belong to the reader. */
export async function runWishlistCommand(
  services: Services,
  readerId: number,
  command: WishlistCommand,
): Promise<WishlistCommandOutcome | null> {
  const { db } = services;
  const list = "list" in command ? command.list : null;
  const when = (isDone: boolean, flash: WishlistFlash) => (isDone ? { flash, list } : null);
  switch (command.intent) {
    case "add": {
      const added = await addWish(services, readerId, command.bookId);
      return { flash: added.ok ? "added" : added.reason, list };
    }
    case "remove":
      // Removing twice succeeds twice.
      await removeWish(db, readerId, command.bookId);
      return { flash: "removed", list };
    case "to-cart":
      return moveToCart(services, readerId, command.bookId, command.list);
    case "edit": {
      const { bookId, list: listId, note } = command;
      return when(await editWish(db, readerId, bookId, { listId, note }), "edited");
    }
    case "create": {
      const created = await createWishlist(db, readerId, command.name);
      return { flash: created === null ? "too-many" : "created", list: created };
    }
    case "rename":
      return when(await renameWishlist(db, readerId, command.list, command.name), "renamed");
    case "delete":
      return (await deleteWishlist(db, readerId, command.list)) ? { flash: "deleted", list: null } : null;
    case "share":
      return when(await shareWishlist(db, readerId, command.list), "shared");
    case "unshare":
      return when(await unshareWishlist(db, readerId, command.list), "unshared");
    case "letters": {
      const { cheaper: tellsCheaper, back: tellsBack } = command;
      const isDone = await chooseLetters(db, readerId, command.list, { tellsCheaper, tellsBack });
      return when(isDone, tellsCheaper || tellsBack ? "letters-on" : "letters-off");
    }
  }
}

/** Moves a book to the cart: the wish is removed once the book is there, and stays when the book is not available. */
async function moveToCart(
  services: Services,
  readerId: number,
  bookId: string,
  list: number,
): Promise<WishlistCommandOutcome | null> {
  const { db } = services;
  if (!(await listWishedIds(db, readerId)).includes(bookId)) return null;
  const change = await addToCart(services, { readerId }, bookId);
  if (!change.ok && change.reason !== "enough") return { flash: change.reason, list };
  await removeWish(db, readerId, bookId);
  return { flash: "in-cart", list, cartCount: change.count };
}
