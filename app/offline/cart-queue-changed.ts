/** Event on `window` after a book was queued for the cart or sent to it. */
export const cartQueueChanged = "cart-queue-changed";
