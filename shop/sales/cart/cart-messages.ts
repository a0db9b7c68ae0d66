import { maxLinesPerCart } from "./cart.ts";

/** Why no further book goes into a cart. */
export const cartFullMessage = `Your cart holds ${maxLinesPerCart} different books, which is all it can. Take one out first.`;
