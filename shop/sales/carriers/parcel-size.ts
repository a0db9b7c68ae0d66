import { weighParcel, type UsualGrams } from "#shop/catalogue/books/parcel-weight.ts";

/** Weight and measures of a packed parcel. */
export interface ParcelSize {
  grams: number;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
}

/** A flat parcel for one or two books, in mm; each further book makes it higher. */
const usualBox = { lengthMm: 240, widthMm: 180 };
const bookHeightMm = 25;
const largestHeightMm = 400;

/** A guess of weight and measures from the books, for the form in which a person changes them. */
export function guessParcelSize(books: { copies: number; grams: number | null }[], usual: UsualGrams): ParcelSize {
  const copies = books.reduce((sum, book) => sum + book.copies, 0);
  const heightMm = Math.min(Math.max(copies, 2) * bookHeightMm, largestHeightMm);
  return { ...usualBox, heightMm, grams: weighParcel(books, usual) };
}
