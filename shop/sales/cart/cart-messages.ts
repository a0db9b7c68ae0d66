import { maxLinesPerCart } from "./cart.ts";

/** Error text: the cart has the maximum number of lines. */
export const cartFullMessage = `Your cart has ${maxLinesPerCart} different books, which is the maximum. Remove one first.`;
