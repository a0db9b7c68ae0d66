import { cartFullMessage } from "#shop/sales/cart/cart-messages.ts";
import { promotionMessages } from "#shop/sales/pricing/promotion-messages.ts";
import { lineRefusals } from "./line-messages.ts";

/** What the cart says after a form was sent without a script, by the word in the flash cookie. */
export const cartNotes = new Map<string, string>([
  ["limited", "We do not have that many copies; your cart has as many as we can sell you."],
  ["no-such-book", "That book is no longer in the shop."],
  ["sold-out", lineRefusals["sold-out"]],
  ["enough", "Your cart already has every copy of that book we can sell you."],
  ["cart-full", cartFullMessage],
  ["no-such-bundle", "That bundle is no longer on offer."],
  ["no-such-series", "That series is no longer in the shop."],
  ...Object.entries(promotionMessages),
  ["not-all-back", "Not every book could be put back: there are no copies left."],
  ["nothing-back", "There is nothing to put back."],
  ["many-codes", "You have tried many codes in a short time. Please wait a minute and try again."],
  ["forgotten", "Your cart and your details are deleted from this device."],
  ["details", "Some delivery details are missing or wrong, so the order was not placed."],
  [
    "not-placed",
    "The order was not placed. Its sum, PIN code or phone number may not allow to pay later, or a book has sold out.",
  ],
  ["other-total", "The total has changed. Look at it below, and press the button again."],
  ["payment-failed", "Payment failed. Please try again."],
]);
