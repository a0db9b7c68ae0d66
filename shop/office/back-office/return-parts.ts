/**
 * The lists of returns: all open returns, those that wait for an answer, those that wait for the book, and three
 * outcomes.
 */
export const returnParts = ["open", "waiting", "coming", "arrived", "refunded", "refused"] as const;

export type ReturnPart = (typeof returnParts)[number];

/** Whether the list begins with the return that has waited the longest. */
export function isOldestFirstIn(part: ReturnPart): boolean {
  return part === "open" || part === "waiting" || part === "coming";
}
