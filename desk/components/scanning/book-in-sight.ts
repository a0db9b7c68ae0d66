import { isEan13 } from "#shop/office/print/ean13.ts";

/** After so many looks without a book in sight, the same book is another copy of it. */
const looksBetweenCopies = 4;

/**
 * Makes a function that is told what each look of a camera has read, and returns the ISBN that counts, or null: one that
 * two looks after each other read alike, once for each time that the book comes into sight. While `mayCount` is false
 * nothing counts.
 */
export function watchForBooks(): (codes: string[], mayCount: boolean) => string | null {
  let before: string | undefined;
  let counted: string | undefined;
  let emptyLooks = 0;
  return (codes, mayCount) => {
    const isbn = codes.find((code) => /^97[89]/.test(code) && isEan13(code));
    const isSure = isbn === before;
    before = isbn;
    emptyLooks = isbn === undefined ? emptyLooks + 1 : 0;
    if (emptyLooks >= looksBetweenCopies) counted = undefined;
    if (isbn === undefined || !isSure || isbn === counted || !mayCount) return null;
    counted = isbn;
    return isbn;
  };
}
