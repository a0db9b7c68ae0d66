import type { Availability } from "#shop/catalogue/fields/record-values.ts";

/** Whether more copies of a book can be had, in words. */
export const availabilityWords: Record<Availability, string> = {
  "in-stock": "Published",
  "to-order": "Can be ordered",
  forthcoming: "Not published yet",
  "out-of-print": "Out of print",
};

/** Whether a text is the name of an availability. */
export function isAvailability(text: string): text is Availability {
  return Object.hasOwn(availabilityWords, text);
}
