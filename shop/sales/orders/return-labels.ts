/** Why a reader sends a book back, or why it went back without the reader's asking. */
export type ReturnReason = AskedReason | "undelivered" | "lost";
/** Why a reader sends a book back. */
export type AskedReason = "damaged" | "misprinted" | "wrong-book" | "not-as-described" | "changed-mind";
/** Asked; then refused, or kept (the money goes, the book stays), or accepted and in the end received. */
export type ReturnState = "asked" | "accepted" | "refused" | "kept" | "received";

/** Copies of a book that a reader sends back after they were shipped. */
export interface OrderReturn {
  id: number;
  /** The line of the order. */
  position: number;
  quantity: number;
  reason: ReturnReason;
  /** What the reader says about it; may be empty. */
  words: string;
  state: ReturnState;
  /** What the bookseller says to the reader; may be empty. */
  answer: string;
  /** ISO times; null while it has not come to that. */
  askedAt: string;
  answeredAt: string | null;
  receivedAt: string | null;
}

/** The reasons a reader may choose from. */
export const askedReasonLabels: Record<AskedReason, string> = {
  damaged: "It came damaged",
  misprinted: "Pages are missing or misprinted",
  "wrong-book": "It is not the book I ordered",
  "not-as-described": "It is not as described",
  "changed-mind": "It is fine, but not for me",
};

/** All reasons. */
export const returnReasonLabels: Record<ReturnReason, string> = {
  ...askedReasonLabels,
  undelivered: "The parcel came back",
  lost: "The parcel was lost",
};

/** Whether a word is one of the reasons a reader may choose from. */
export function isAskedReason(word: string): word is AskedReason {
  return Object.hasOwn(askedReasonLabels, word);
}

/** Whether copies went back without the reader's asking. */
export function isUnasked(reason: ReturnReason): boolean {
  return !isAskedReason(reason);
}

/** How a return stands, beside its book. */
export const returnStateLabels: Record<ReturnState, string> = {
  asked: "return requested",
  accepted: "to be sent back",
  refused: "return refused",
  kept: "money back, yours to keep",
  received: "returned",
};
