/** The weights that count where they are not known, in grams. */
export interface UsualGrams {
  /** A book without a weight. */
  book: number;
  /** Box and padding of a parcel. */
  packing: number;
}

export const defaultGrams: UsualGrams = { book: 350, packing: 80 };

/** The weight of a parcel with these books and its packing, in grams. */
export function weighParcel(books: { copies: number; grams: number | null }[], usual: UsualGrams): number {
  return books.reduce((sum, { copies, grams }) => sum + copies * (grams ?? usual.book), usual.packing);
}
