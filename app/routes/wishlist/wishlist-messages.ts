import { cartFullMessage } from "#shop/sales/cart/cart-messages.ts";
import { maxLists, maxWishes } from "#shop/people/wishlist/wishlist.ts";

/** Why a book was not added to a wishlist. */
export const wishRefusals = {
  "no-such-book": "That book is no longer in the shop.",
  full: `Your wishlist has ${maxWishes} books, which is the maximum. Remove one first.`,
};

const refusals = {
  ...wishRefusals,
  "sold-out": "The last copy has just been sold. The book stays on your list.",
  "cart-full": cartFullMessage,
  "too-many": `You have ${maxLists} lists, which is the maximum.`,
};

const news = {
  added: "The book is on your wishlist.",
  removed: "The book is removed from your wishlist.",
  "in-cart": "The book is in your cart, and no longer on your wishlist.",
  edited: "Your changes are saved.",
  created: "Your new list is ready.",
  renamed: "The list is renamed.",
  deleted: "The list is deleted.",
  shared: "The link is ready. Send it to whoever should see the list.",
  unshared: "The link no longer works.",
  "letters-on": "We will write to you when there is news about this list.",
  "letters-off": "We will send you no e-mails about this list.",
};

/** Code of a message after a change. */
export type WishlistFlash = keyof typeof refusals | keyof typeof news;

/** Returns the text of a flash message, and whether the change succeeded; null for an unknown code. */
export function wishlistFlashText(flash: string | null): { words: string; isGood: boolean } | null {
  if (flash === null) return null;
  const isGood = Object.hasOwn(news, flash);
  const texts: Readonly<Record<string, string | undefined>> = { ...refusals, ...news };
  const words = texts[flash];
  return words === undefined ? null : { words, isGood };
}
