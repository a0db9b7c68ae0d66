import type { LetterLine, LetterOrder, RefundedAmount } from "./letter.ts";

/** What every letter about a return tells. */
interface ReturnFacts {
  order: LetterOrder;
  /** The copies that are to come back. */
  line: LetterLine;
  /** Why, in a phrase such as `It came damaged`. */
  reason: string;
}

/** A letter about copies that a reader sends back. */
export type ReturnLetter =
  /** To the reader: it has arrived, and what happens now. */
  | ({ kind: "return-asked" } & ReturnFacts)
  /** The same to the bookseller, with the reader's words. */
  | ({
      kind: "return-for-shop";
      /** The return's number on the command line. */
      returnId: number;
      words: string;
      /** Who wrote it. */
      name: string;
      email: string;
    } & ReturnFacts)
  | ({
      kind: "return-accepted";
      /** The reader keeps the book, and the money goes at once. */
      isKept: boolean;
      /** The bookseller's words; may be empty. */
      answer: string;
      /** Where the parcel goes, one line each. */
      sendTo: string[];
    } & ReturnFacts &
      RefundedAmount)
  | ({ kind: "return-refused"; answer: string } & ReturnFacts);

const kinds: Record<ReturnLetter["kind"], true> = {
  "return-asked": true,
  "return-for-shop": true,
  "return-accepted": true,
  "return-refused": true,
};

/** Whether a letter is about a return. */
export function isReturnLetter(kind: string): kind is ReturnLetter["kind"] {
  return Object.hasOwn(kinds, kind);
}
