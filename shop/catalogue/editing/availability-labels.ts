import type { Availability } from "#shop/catalogue/fields/record-values.ts";

/** The desk's names of the availabilities. */
export const availabilityLabels: Record<Availability, string> = {
  "in-stock": "Published",
  "to-order": "Can be ordered",
  forthcoming: "Not published yet",
  "out-of-print": "Out of print",
};

/** Type guard for an availability. */
export function isAvailability(text: string): text is Availability {
  return Object.hasOwn(availabilityLabels, text);
}
