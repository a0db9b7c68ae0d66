/** Why a book was returned, including returns that the reader did not ask for. */
export type ReturnReason = AskedReason | "undelivered" | "lost";
/** Why a reader returns a book. */
export type AskedReason = "damaged" | "misprinted" | "wrong-book" | "not-as-described" | "changed-mind";
/**
 * `asked` is followed by `refused`, `kept` (refunded, and the reader keeps the book) or `accepted`; `accepted` is
 * followed by `received`.
 */
export type ReturnState = "asked" | "accepted" | "refused" | "kept" | "received";

/** Copies of a book that a reader returns after they were sent. */
export interface OrderReturn {
  id: number;
  /** The position of the order line. */
  position: number;
  quantity: number;
  reason: ReturnReason;
  /** The reader's explanation; may be empty. */
  words: string;
  state: ReturnState;
  /** The bookseller's answer to the reader; may be empty. */
  answer: string;
  /** ISO times of the request, the answer and the arrival of the book; null before the event. */
  askedAt: string;
  answeredAt: string | null;
  receivedAt: string | null;
}

export const askedReasonLabels: Record<AskedReason, string> = {
  damaged: "It came damaged",
  misprinted: "Pages are missing or misprinted",
  "wrong-book": "It is not the book I ordered",
  "not-as-described": "It is not as described",
  "changed-mind": "It is fine, but not for me",
};

export const returnReasonLabels: Record<ReturnReason, string> = {
  ...askedReasonLabels,
  undelivered: "The parcel came back",
  lost: "The parcel was lost",
};

export function isAskedReason(word: string): word is AskedReason {
  return Object.hasOwn(askedReasonLabels, word);
}

/** Whether copies were returned without a request of the reader. */
export function isUnasked(reason: ReturnReason): boolean {
  return !isAskedReason(reason);
}

/** The state of a return, shown next to its book. */
export const returnStateLabels: Record<ReturnState, string> = {
  asked: "return requested",
  accepted: "to be sent back",
  refused: "return refused",
  kept: "refunded, yours to keep",
  received: "returned",
};
