/** Told to the page when something is put aside for the cart, or has gone to it. */
export const cartQueueChanged = "cart-queue-changed";
