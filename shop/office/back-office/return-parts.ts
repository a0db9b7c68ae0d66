/** Which returns a list shows: those that wait for an answer or their book, for one of the two, or how they ended. */
export const returnParts = ["open", "waiting", "coming", "arrived", "refunded", "refused"] as const;

export type ReturnPart = (typeof returnParts)[number];

/** Whether what waits longest stands first. */
export function isOldestFirstIn(part: ReturnPart): boolean {
  return part === "open" || part === "waiting" || part === "coming";
}
