import { isEan13 } from "#shop/office/print/ean13.ts";

/** The number of frames without a book after which the same ISBN counts as another copy. */
const looksBetweenCopies = 4;

/**
 * Returns a function that takes the codes of each camera frame and returns the ISBN to count, or null. An ISBN is
 * counted when two frames in a row contain it, and only once each time the book comes into view. While `mayCount` is
 * false, no ISBN is counted.
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
