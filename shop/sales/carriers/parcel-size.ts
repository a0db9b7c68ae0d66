/** Weight and measures of a packed parcel. */
export interface ParcelSize {
  grams: number;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
}

/** Grams of a book whose weight is unknown. */
export const usualBookGrams = 350;
/** Grams of box and padding. */
const boxGrams = 80;
/** A flat parcel for one or two books, in mm; each further book makes it higher. */
const usualBox = { lengthMm: 240, widthMm: 180 };
const bookHeightMm = 25;
const largestHeightMm = 400;

/** A guess of weight and measures from the books, for the form in which a person changes them. */
export function guessParcelSize(books: { copies: number; grams: number | null }[]): ParcelSize {
  const copies = books.reduce((sum, book) => sum + book.copies, 0);
  const grams = books.reduce((sum, book) => sum + book.copies * (book.grams ?? usualBookGrams), boxGrams);
  return { ...usualBox, heightMm: Math.min(Math.max(copies, 2) * bookHeightMm, largestHeightMm), grams };
}
