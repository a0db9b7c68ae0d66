/** Runs the commands of cart forms and describes their results. */
import {
  addBundleToCart,
  addSeriesToCart,
  addToCart,
  applyPromotion,
  clearCart,
  countCart,
  findCart,
  removeFromCart,
  removePromotion,
  setQuantity,
} from "#shop/sales/cart/cart.server.ts";
import { maxLinesPerCart } from "#shop/sales/cart/cart.ts";
import { restoreRemovedLines, type RestoredLines } from "#shop/sales/cart/removed-lines.server.ts";
import type { CartChange } from "#shop/sales/cart/change-lines.server.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { promotionMessages, appliedMessage } from "#shop/sales/pricing/promotion-messages.ts";
import type { Services } from "#shop/services.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { CartCommand } from "./cart-command.server.ts";
import { lineRefusals } from "./line-messages.ts";

/** Result of a command; `flash` names the message for the cart page when the form was sent without JavaScript. */
export interface CartCommandOutcome {
  ok: boolean;
  message: string;
  flash: string | null;
  /** Copies in the cart now. */
  count: number;
  /** Copies of the command's book; absent when the command concerns no single book, or failed. */
  quantity?: number;
}

export async function runCartCommand(
  services: Services,
  cart: CartOwner,
  command: CartCommand,
): Promise<CartCommandOutcome> {
  const { db, settings } = services;
  switch (command.intent) {
    case "add":
      return describeLine(await addToCart(services, cart, command.bookId), true);
    case "set-quantity":
      return describeLine(await setQuantity(services, cart, command.bookId, command.quantity));
    case "remove":
      return describeLine(await removeFromCart(services, cart, command.bookId));
    case "clear":
      await clearCart(services, cart);
      return done("Your cart is empty.", 0);
    case "undo":
      return describeRestored(await restoreRemovedLines(services, cart));
    case "add-bundle": {
      const change = await addBundleToCart(services, cart, command.bundleId);
      const count = await countCart(db, cart);
      if (!change.ok) return refused(bundleRefusals[change.reason], change.reason, count);
      return done(`${change.name} is in your cart: ${change.copies} books at ${change.percentOff}% less.`, count);
    }
    case "add-series": {
      const change = await addSeriesToCart(services, cart, command.seriesId);
      const count = await countCart(db, cart);
      if (!change.ok) return refused(seriesRefusals[change.reason], change.reason, count);
      return done(`${change.name} is in your cart: ${formatCount(change.copies, "book")}.`, count);
    }
    case "apply-code": {
      const change = await applyPromotion(services, cart, command.code);
      if (!change.ok) return refused(promotionMessages[change.reason], change.reason, await countCart(db, cart));
      const { code, count } = await findCart(services, cart, settings);
      const words =
        count === 0
          ? `${change.code} is saved for your next books.`
          : appliedMessage(change.code, code?.trouble ?? null);
      return done(words, count);
    }
    case "remove-code":
      await removePromotion(services, cart);
      return done("The code is removed.", await countCart(db, cart));
    case "bookplate":
      // The browser keeps them until the order: see `setPlateCookie`.
      return done(
        command.kind === "none" ? "No bookplates this time." : "Your bookplates are ready.",
        await countCart(db, cart),
      );
  }
}

function describeLine(change: CartChange, isAdded = false): CartCommandOutcome {
  const { count } = change;
  if (!change.ok) return refused(lineRefusals[change.reason], change.reason, count);
  const { title, quantity, isLimited } = change;
  if (isLimited) {
    const message = `There are only ${quantity} copies of ${title}, so your cart has ${quantity}.`;
    return { ...done(message, count), quantity, flash: "limited" };
  }
  if (quantity === 0) return { ...done(`${title} was removed from your cart.`, count), quantity };
  if (isAdded && quantity === 1) return { ...done(`${title} is in your cart.`, count), quantity };
  return { ...done(`Your cart has ${formatCount(quantity, "copy", "copies")} of ${title}.`, count), quantity };
}

function describeRestored({ titles, missing, count }: RestoredLines): CartCommandOutcome {
  if (missing.length > 0) {
    const message = `${missing.join(", ")} could not be put back: there are no copies left.`;
    return { ...done(message, count), ok: titles.length > 0, flash: "not-all-back" };
  }
  if (titles.length === 0) return refused("There is nothing to put back.", "nothing-back", count);
  if (titles.length === 1) return done(`${titles[0]} is back in your cart.`, count);
  return done(`${formatCount(titles.length, "book")} are back in your cart.`, count);
}

function done(message: string, count: number): CartCommandOutcome {
  return { ok: true, message, flash: null, count };
}

function refused(message: string, flash: string, count: number): CartCommandOutcome {
  return { ok: false, message, flash, count };
}

const seriesRefusals = {
  "no-such-series": "This series is no longer in the shop.",
  "sold-out": "A book of this series has just sold out, so nothing was put in your cart.",
  "cart-full": `There is no room for this series: a cart holds ${maxLinesPerCart} different books.`,
};

const bundleRefusals = {
  "no-such-bundle": "This bundle is no longer on offer.",
  "sold-out": "A book of this bundle has just sold out, so nothing was put in your cart.",
  "cart-full": `There is no room for this bundle: a cart holds ${maxLinesPerCart} different books.`,
};
