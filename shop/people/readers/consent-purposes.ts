/** What a reader may let the shop do beyond what an order needs; each is off until it is switched on. */
export const consentPurposes = {
  "review-letters": {
    name: "E-mails that ask for a review",
    wording: "Write to me once after my books have arrived, to ask what I thought of them.",
  },
} as const;

export type ConsentPurpose = keyof typeof consentPurposes;

/** Whether a word from a form is one of the purposes. */
export function isConsentPurpose(given: unknown): given is ConsentPurpose {
  return typeof given === "string" && Object.hasOwn(consentPurposes, given);
}
