import { maxLinesPerCart } from "./cart.ts";

/** Error text: the cart has the maximum number of lines. */
export const cartFullMessage = `Your cart holds ${maxLinesPerCart} different books, which is all it can. Take one out first.`;
