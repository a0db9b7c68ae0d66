import { cartFullMessage } from "#shop/sales/cart/cart-messages.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";

/** Why a book was not put in the cart. */
export const lineRefusals = {
  "no-such-book": "This book is no longer in the shop.",
  "sold-out": "The last copy has just been sold. On the book’s page you can ask us to tell you when it is here again.",
  enough: "Your cart already has every copy we can sell you.",
  "cart-full": cartFullMessage,
};

/** Result for a book that was queued offline; prices in paise. */
export interface SyncedLine {
  wanted: number;
  added: number;
  refusal: keyof typeof lineRefusals | null;
  /** Price that the reader saw, and the current price; null when the book is not in the cart. */
  seenPaise: number;
  pricePaise: number | null;
}

/** Describes how the result differs from the reader's choice; empty when it does not. */
export function describeSyncedLine({ wanted, added, refusal, seenPaise, pricePaise }: SyncedLine): string[] {
  if (added === 0 && refusal) return [lineRefusals[refusal]];
  const words: string[] = [];
  if (added < wanted) words.push(`Only ${added} of the ${wanted} copies you chose could be put in your cart.`);
  if (pricePaise !== null && pricePaise !== seenPaise) {
    words.push(`It costs ${formatPaise(pricePaise)} now; it was ${formatPaise(seenPaise)}.`);
  }
  return words;
}
