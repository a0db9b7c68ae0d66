import {
  addBundleToCart,
  addToCart,
  applyPromotion,
  clearCart,
  removeFromCart,
  removePromotion,
  setQuantity,
  type CartChange,
} from "#shop/cart/cart.server.ts";
import type { CartOwner } from "#shop/cart/cart-owner.server.ts";
import { promotionMessages } from "#shop/pricing/promotion-words.ts";
import type { Services } from "#shop/services.ts";
import type { CartCommand } from "./cart-command.server.ts";

/** What a command did, in words; `note` names them for the cart page when there is no script to say them. */
export interface CommandOutcome {
  ok: boolean;
  message: string;
  note: string | null;
}

/** Does what a cart form asks. */
export async function runCommand(
  { db, now }: Services,
  cart: CartOwner,
  command: CartCommand,
): Promise<CommandOutcome> {
  switch (command.intent) {
    case "add":
      return sayLine(await addToCart(db, cart, command.bookId), true);
    case "set-quantity":
      return sayLine(await setQuantity(db, cart, command.bookId, command.quantity));
    case "remove":
      return sayLine(await removeFromCart(db, cart, command.bookId));
    case "clear":
      await clearCart(db, cart);
      return done("Your cart is empty.");
    case "add-bundle": {
      const change = await addBundleToCart(db, cart, command.bundleId);
      if (!change.ok) return refused(bundleRefusals[change.reason], change.reason);
      return done(`${change.name} is in your cart: ${change.copies} books at ${change.percentOff}% less.`);
    }
    case "apply-code": {
      const change = await applyPromotion(db, cart, command.code, now());
      if (!change.ok) return refused(promotionMessages[change.reason], change.reason);
      return done(`${change.code} is applied.`);
    }
    case "remove-code":
      await removePromotion(db, cart);
      return done("The code is taken out.");
  }
}

function sayLine(change: CartChange, isAdded = false): CommandOutcome {
  if (!change.ok) return refused(lineRefusals[change.reason], change.reason);
  const { title, quantity, isLimited } = change;
  if (isLimited) {
    return { ...done(`There are only ${quantity} copies of ${title}, so your cart has ${quantity}.`), note: "limited" };
  }
  if (quantity === 0) return done(`${title} was taken out of your cart.`);
  if (isAdded && quantity === 1) return done(`${title} is in your cart.`);
  return done(`Your cart has ${quantity} ${quantity === 1 ? "copy" : "copies"} of ${title}.`);
}

function done(message: string): CommandOutcome {
  return { ok: true, message, note: null };
}

function refused(message: string, note: string): CommandOutcome {
  return { ok: false, message, note };
}

const lineRefusals: Record<Extract<CartChange, { ok: false }>["reason"], string> = {
  "no-such-book": "This book is no longer in the shop.",
  "sold-out": "The last copy has just been sold. It will be back.",
  enough: "Your cart already has every copy we can sell you.",
  "cart-full": "Your cart holds 50 different books, which is all it can. Take one out first.",
};

const bundleRefusals = {
  "no-such-bundle": "This bundle is no longer on offer.",
  "sold-out": "A book of this bundle has just sold out, so nothing was put in your cart.",
  "cart-full": "There is no room for this bundle: a cart holds 50 different books.",
};
